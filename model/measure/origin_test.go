package measure

import (
	"testing"

	"cutline/model"
)

func TestOrigin(t *testing.T) {
	t.Parallel()
	const person, injected, summary = model.Person, model.Injected, model.FromSummary
	tests := []struct {
		name, text string
		want       model.Origin
	}{
		{"words", "Write a checker for the price file.", person},
		{"nothing", " \n", injected},
		{"a caveat", "<local-command-caveat>Messages below come from local commands.</local-command-caveat>", injected},
		{"a command", "<command-name>/model</command-name>\n<command-message>model</command-message>", injected},
		{"a command with arguments that stays here", "<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>", injected},
		{"a command that goes to the model", "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the parser</command-args>", person},
		{"the same without arguments", "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args> </command-args>", injected},
		{"output of a command", "<local-command-stdout>Set model to opus</local-command-stdout>", injected},
		{"a reminder", "<system-reminder>The todo list is empty.</system-reminder>", injected},
		{"two reminders", "\n<system-reminder>a</system-reminder>\n\n<system-reminder>b</system-reminder> ", injected},
		{"a reminder before words", "<system-reminder>a</system-reminder>\nGo on.", person},
		{"words before a reminder", "Go on.\n<system-reminder>a</system-reminder>", person},
		{"a reminder that is never closed", "<system-reminder>a", injected},
		{"a wrapper that is quoted in a sentence", "What does <system-reminder>x</system-reminder> mean?", person},
		{"a query inside what is injected", "<system-reminder>a</system-reminder><user_query>Why?</user_query>", person},
		{"a notification", "<task-notification>agent finished</task-notification>", injected},
		{"a shell run and its output", "<bash-input>ls</bash-input><bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>", injected},
		{"surroundings", "<environment_context>\n<cwd>/w</cwd>\n</environment_context>", injected},
		{"rules of a project", "# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>", injected},
		{"an interruption", "[Request interrupted by user for tool use]", injected},
		{"an interruption, then words", "[Request interrupted by user]\nDo it otherwise.", person},
		{"user info", "<user_info>OS: linux</user_info>", injected},
		{"a skill", "<skill>\nname\n</skill>", injected},
		{"an earlier summary", "<conversation_summary>\nx\n</conversation_summary>", summary},
		{"one of another agent", "  This session is being continued from a previous conversation that ran out of context.", summary},
		{"an earlier summary of Prime Agent", model.PrimeOpening + "\n\n<summary>\nx\n</summary>", summary},
		{"a summary that is spoken of", "Read this: <conversation_summary>x</conversation_summary>", person},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Origin(tt.text, Wrappers); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

func TestOriginOfPictures(t *testing.T) {
	t.Parallel()
	image := model.Part{Kind: model.Image}
	words := func(s string) model.Part { return model.Part{Kind: model.Text, Text: s} }
	tests := []struct {
		name  string
		parts []model.Part
		want  model.Origin
	}{
		{"a picture alone", []model.Part{image}, model.Person},
		{"a file and blank words", []model.Part{words(" "), {Kind: model.File}}, model.Person},
		{"a picture and a reminder", []model.Part{words("<system-reminder>x</system-reminder>"), image}, model.Injected},
		{"no part", nil, model.Injected},
		{"two texts", []model.Part{words("<system-reminder>x</system-reminder>"), words("Go on.")}, model.Person},
	}
	for _, tt := range tests {
		if got := OriginOf(model.Message{Role: model.User, Parts: tt.parts}, Wrappers); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	extra := append([]Wrapper{{"<mine>", "</mine>"}}, Wrappers...)
	if Origin("<mine>x</mine>", Wrappers) != model.Person || Origin("<mine>x</mine>", extra) != model.Injected {
		t.Error("a format's own wrapper is not taken")
	}
}
