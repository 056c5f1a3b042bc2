/** Everything that begins a new line or jumps on one: line and paragraph ends of any system, tabs, control signs. */
const breaks = /[\s\u0000-\u001f\u0085\u2028\u2029]+/gu // oxlint-disable-line no-control-regex

/**
 * A text somebody typed as it stands in a line of a message, a fax or a letter: its line ends and tabs are blanks, so that no part of it
 * can look like a line of its own.
 */
export const oneLine = (text: string): string => text.replaceAll(breaks, ' ').trim()

/** The text of a message of these lines, whatever was typed in them. */
export const inLines = (lines: readonly string[]): string => lines.map(oneLine).join('\n')
