import { inLines, quotedLines } from '#platform/text/one-line.ts'

type About = { message: string; reference: string; claimNumber: string; link: string; by: string; carrier: string }

/** The e-mail to a claims examiner: what its writer typed, marked as such, then what the portal says. */
export const examinerMail = ({ message, reference, claimNumber, link, by, carrier }: About): string =>
  inLines([
    `${by}, ${carrier}, writes:`,
    '',
    ...quotedLines(message),
    '',
    `Request ${reference}, claim ${claimNumber}.`,
    link,
  ])
