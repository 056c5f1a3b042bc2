import type { AnyCall } from '#platform/calls/contract.ts'
import { account } from './account/contract.ts'
import { people } from '#features/people/contract.ts'
import { authorizations } from './authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { decision } from '#features/decisions/contract.ts'
import { determinations } from '#features/determinations/contract.ts'
import { history } from '#features/history/contract.ts'
import { merging } from '#features/merging/contract.ts'
import { owners } from '#features/owners/contract.ts'
import { worklist } from '#features/worklist/contract.ts'
import { bypasses } from './bypasses/contract.ts'
import { callbacks } from './callbacks/contract.ts'
import { careScores } from './care-score/contract.ts'
import { clinical } from './clinical/contract.ts'
import { contactNotes } from './contact-notes/contract.ts'
import { directory } from './directory/contract.ts'
import { drafts } from './drafts/contract.ts'
import { eobr } from './eobr/contract.ts'
import { monitoring } from './monitoring/contract.ts'
import { keying } from './keying/contract.ts'
import { letters } from './letters/contract.ts'
import { newAuthorization } from './new-authorization/contract.ts'
import { outOfOffice } from './out-of-office/contract.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { provenance } from './provenance/contract.ts'
import { registration } from './registration/contract.ts'
import { settings } from './settings/contract.ts'
import { session } from './sign-in/contract.ts'
import { sso } from './sign-in/saml-contract.ts'
import { surveys } from './survey/contract.ts'
import { texts } from './text-messages/contract.ts'
import { transactions } from './transactions/contract.ts'
import { turnaround } from './turnaround/contract.ts'

/** Every call there is, one line a feature. */
export const everyCall: readonly AnyCall[] = [
  session,
  sso,
  settings,
  directory,
  worklist,
  authorizations,
  decision,
  clock,
  history,
  provenance,
  turnaround,
  monitoring,
  owners,
  merging,
  determinations,
  newAuthorization,
  priorAuths,
  bypasses,
  clinical,
  eobr,
  drafts,
  account,
  outOfOffice,
  people,
  registration,
  texts,
  transactions,
  callbacks,
  letters,
  keying,
  careScores,
  contactNotes,
  surveys,
].flatMap((calls) => Object.values<AnyCall>(calls))
