/** The kinds of lines, in the order the filter shows them. */
export const kinds = ['submission', 'decision', 'letter', 'call', 'message', 'fill', 'note', 'view'] as const
export type Kind = (typeof kinds)[number]
