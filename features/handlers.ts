import type { AnyCall } from '#platform/calls/contract.ts'
import { named, type Handler } from '#platform/calls/handler.ts'
import { account } from './account/contract.ts'
import { handlers as accountHandlers } from './account/handlers.ts'
import { people } from '#features/people/contract.ts'
import { handlers as peopleHandlers } from '#features/people/handlers.ts'
import { authorizations } from './authorizations/contract.ts'
import { clock } from '#features/clock/contract.ts'
import { handlers as clockHandlers } from '#features/clock/handlers.ts'
import { decision } from '#features/decisions/contract.ts'
import { handlers as decisionHandlers } from '#features/decisions/handlers.ts'
import { determinations } from '#features/determinations/contract.ts'
import { handlers as determinationHandlers } from '#features/determinations/handlers.ts'
import { handlers as authorizationHandlers } from '#features/authorization-detail/handlers.ts'
import { history } from '#features/history/contract.ts'
import { handlers as historyHandlers } from '#features/history/handlers.ts'
import { merging } from '#features/merging/contract.ts'
import { handlers as mergingHandlers } from '#features/merging/handlers.ts'
import { owners } from '#features/owners/contract.ts'
import { handlers as ownerHandlers } from '#features/owners/handlers.ts'
import { worklist } from '#features/worklist/contract.ts'
import { handlers as worklistHandlers } from '#features/worklist/handlers.ts'
import { bypasses } from './bypasses/contract.ts'
import { handlers as bypassHandlers } from './bypasses/handlers.ts'
import { callbacks } from './callbacks/contract.ts'
import { handlers as callbackHandlers } from './callbacks/handlers.ts'
import { careScores } from './care-score/contract.ts'
import { handlers as careScoreHandlers } from './care-score/handlers.ts'
import { clinical } from './clinical/contract.ts'
import { handlers as clinicalHandlers } from './clinical/handlers.ts'
import { contactNotes } from './contact-notes/contract.ts'
import { handlers as contactNoteHandlers } from './contact-notes/handlers.ts'
import { directory } from './directory/contract.ts'
import { handlers as directoryHandlers } from './directory/handlers.ts'
import { drafts } from './drafts/contract.ts'
import { handlers as draftHandlers } from './drafts/handlers.ts'
import { eobr } from './eobr/contract.ts'
import { handlers as eobrHandlers } from './eobr/handlers.ts'
import { monitoring } from './monitoring/contract.ts'
import { handlers as monitoringHandlers } from './monitoring/handlers.ts'
import { keying } from './keying/contract.ts'
import { handlers as keyingHandlers } from './keying/handlers.ts'
import { letters } from './letters/contract.ts'
import { handlers as letterHandlers } from './letters/handlers.ts'
import { newAuthorization } from './new-authorization/contract.ts'
import { handlers as newAuthorizationHandlers } from './new-authorization/handlers.ts'
import { outOfOffice } from './out-of-office/contract.ts'
import { handlers as outOfOfficeHandlers } from './out-of-office/handlers.ts'
import { priorAuths } from '#features/prior-auth-maintenance/contract.ts'
import { handlers as priorAuthHandlers } from '#features/prior-auth-maintenance/handlers.ts'
import { provenance } from './provenance/contract.ts'
import { handlers as provenanceHandlers } from './provenance/handlers.ts'
import { registration } from './registration/contract.ts'
import { handlers as registrationHandlers } from './registration/handlers.ts'
import { settings } from './settings/contract.ts'
import { handlers as settingsHandlers } from './settings/handlers.ts'
import { session } from './sign-in/contract.ts'
import { handlers as sessionHandlers } from './sign-in/handlers.ts'
import { sso } from './sign-in/saml-contract.ts'
import { handlers as ssoHandlers } from './sign-in/saml-handlers.ts'
import { surveys } from './survey/contract.ts'
import { handlers as surveyHandlers } from './survey/handlers.ts'
import { texts } from './text-messages/contract.ts'
import { handlers as textHandlers } from './text-messages/handlers.ts'
import { transactions } from './transactions/contract.ts'
import { handlers as transactionHandlers } from './transactions/handlers.ts'
import { turnaround } from './turnaround/contract.ts'
import { handlers as turnaroundHandlers } from './turnaround/handlers.ts'

/** Every handler, one line a feature. */
export const everyHandler: Record<string, Handler<AnyCall>> = {
  ...named(session, sessionHandlers),
  ...named(sso, ssoHandlers),
  ...named(settings, settingsHandlers),
  ...named(directory, directoryHandlers),
  ...named(worklist, worklistHandlers),
  ...named(authorizations, authorizationHandlers),
  ...named(decision, decisionHandlers),
  ...named(clock, clockHandlers),
  ...named(history, historyHandlers),
  ...named(provenance, provenanceHandlers),
  ...named(turnaround, turnaroundHandlers),
  ...named(owners, ownerHandlers),
  ...named(merging, mergingHandlers),
  ...named(determinations, determinationHandlers),
  ...named(monitoring, monitoringHandlers),
  ...named(newAuthorization, newAuthorizationHandlers),
  ...named(priorAuths, priorAuthHandlers),
  ...named(bypasses, bypassHandlers),
  ...named(clinical, clinicalHandlers),
  ...named(eobr, eobrHandlers),
  ...named(drafts, draftHandlers),
  ...named(account, accountHandlers),
  ...named(outOfOffice, outOfOfficeHandlers),
  ...named(people, peopleHandlers),
  ...named(registration, registrationHandlers),
  ...named(texts, textHandlers),
  ...named(transactions, transactionHandlers),
  ...named(callbacks, callbackHandlers),
  ...named(letters, letterHandlers),
  ...named(keying, keyingHandlers),
  ...named(careScores, careScoreHandlers),
  ...named(contactNotes, contactNoteHandlers),
  ...named(surveys, surveyHandlers),
}
