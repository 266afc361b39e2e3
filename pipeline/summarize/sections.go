package summarize

// Sections are the titles of the nine sections that a summary in sections has, in their order.
var Sections = [...]string{
	"Primary Request and Intent", "Key Technical Concepts", "Files and Code Sections", "Errors and Fixes", "Problem Solving",
	"All User Messages", "Pending Tasks", "Current Work", "Optional Next Step",
}
