package picture

import "fmt"

// Page is an HTML page with a picture in it, whose text can be searched and copied. Its policy keeps it
// from loading or running anything.
func Page(lines []string, o Options) string {
	paper := light.back
	if o.Dark {
		paper = dark.back
	}
	return fmt.Sprintf(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>%s</title>
<style>body{margin:0;background:%s}svg{display:block;max-width:100%%;height:auto;margin:auto}</style>
</head>
<body>
%s</body>
</html>
`, escaped(o.Title), paper, SVG(lines, o))
}
