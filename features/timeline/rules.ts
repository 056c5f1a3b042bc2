/** The kinds of lines, in the order the filter shows them. */
export const kinds = ['submission', 'decision', 'letter', 'call', 'message', 'fill', 'note', 'view'] as const
export type Kind = (typeof kinds)[number]

/** What is still to come for a request. */
export const comings = ['answerDue', 'letterDue', 'snoozeEnds', 'due', 'approvalEnds', 'reconsiderBy'] as const
export type Coming = (typeof comings)[number]

/** When each of them is (ISO 8601, a day for the end of an approval and the last day to ask for reconsideration); null where it does not come. */
export type Ahead = Readonly<Record<Coming, string | null>>

/** What comes after now, soonest first; a due time that has passed is not ahead. */
export const stillToCome = (ahead: Ahead, now: Date, today: string): { what: Coming; at: string }[] =>
  comings
    .flatMap((what) => {
      const at = ahead[what]
      if (at === null) return []
      return (at.length === 10 ? at >= today : Date.parse(at) > now.getTime()) ? [{ what, at }] : []
    })
    .sort((a, b) => (a.at < b.at ? -1 : 1))
