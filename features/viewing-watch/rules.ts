/** Claims a user may open one by one within an hour before an alert. */
export const MOST_CLAIMS = 200
/** Not-found or out-of-scope records a user may request within ten minutes before an alert. */
export const MOST_MISSING = 50

/** The alert mail: the user and the counts, no patient data. */
export function alertMail(of: { brand: string; username: string; name: string; claims: number; missing: number }): {
  subject: string
  body: string
} {
  const what = [
    of.claims > MOST_CLAIMS ? `opened ${of.claims} different claims within the last hour` : undefined,
    of.missing > MOST_MISSING
      ? `asked ${of.missing} times within ten minutes for things that are not there or not theirs`
      : undefined,
  ].filter((one) => one !== undefined)
  return {
    subject: `${of.brand}: unusual viewing by ${of.username}`,
    body: `${of.name} (${of.username}) ${what.join(' and ')}.

Please find out whether their work explains it. If it does not, take away their place in the carrier: it acts at once, also on
files that are being downloaded. What they saw is on record.
`,
  }
}
