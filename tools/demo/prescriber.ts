/** The prescriber's office of the demonstration without a server: answers a letter that was e-mailed to it. */
import { letters } from '#features/letters/contract.ts'
import type { Portal } from '../pharmacy/portal.ts'

/** What a prescriber says to a question of a letter, by its key. */
const answers: Readonly<Record<string, string>> = {
  diagnosis: 'Lumbar radiculopathy. It began with the work injury and was not there before it.',
  tried: 'Ibuprofen for six weeks, naproxen for four and physical therapy twice a week, without lasting relief.',
  why: 'The covered drugs of this class were tried and caused drowsiness that kept the patient from work.',
  duration: 'For 90 days at this dose. The next visit is in four weeks.',
  exam: 'On the first of this month: straight leg raise positive at 40 degrees, no new weakness.',
  plan: 'This drug once a day for 90 days with exercise at home, then half the dose.',
  screening: 'Questionnaire and state monitoring database at the last visit, both without findings.',
  taper: 'A quarter less every two weeks, ending after eight weeks.',
  length: 'For 90 days.',
}
const anyAnswer = 'Yes. The notes of the last visit say more.'

/** The code of the letter that a message leads to. */
export const letterCodeIn = (message: string): string | undefined => /\/letter#(\S+)/.exec(message)?.[1]

/** Opens the letter of this code and answers it, unless that was done. */
export async function answerLetter(portal: Portal, code: string): Promise<void> {
  const { letter } = await portal.ask(letters.open, { token: code })
  if (!letter) return
  await portal.ask(letters.respond, {
    token: code,
    answers: letter.questions.map(({ key }) => answers[key] ?? anyAnswer),
    signedBy: letter.prescriber,
    attested: true,
  })
}
