/** Everything that begins a new line or jumps on one: line and paragraph ends of any system, tabs, control signs. */
const breaks = /[\s\u0000-\u001f\u0085\u2028\u2029]+/gu // oxlint-disable-line no-control-regex

/** Signs that turn the order of the signs after them around: "15" could be read as "51", and the end of a line as its beginning. */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/**
 * A text somebody typed as it stands in a line of a message, a fax or a letter: its line ends and tabs are blanks, so that no part of it
 * can look like a line of its own and none is read in another order than it was typed.
 */
export const oneLine = (text: string): string => text.replaceAll(turns, '').replaceAll(breaks, ' ').trim()

/** The text of a message of these lines, whatever was typed in them. */
export const inLines = (lines: readonly string[]): string => lines.map(oneLine).join('\n')

/** What somebody typed in lines of its own, each with the mark of a quotation: no line of it is one of the form around it. */
export const quotedLines = (text: string): string[] =>
  text
    .trim()
    .split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${oneLine(line)}`.trimEnd())
