import type { Job, Tick } from '#platform/jobs/jobs.ts'
import { clockTick } from '#features/clock/jobs.ts'
import { mergeDuplicate } from '#features/merging/jobs.ts'
import { tellPharmacy, unheardTick } from './callbacks/jobs.ts'
import { careScoreTick } from './care-score/jobs.ts'
import { sweepTick } from './drafts/jobs.ts'
import { sendLetter } from './letters/jobs.ts'
import { decisionLetter } from './letters/send-decision.ts'
import { draftTick } from './new-authorization/jobs.ts'
import { notify, sendOutside } from './notifications/jobs.ts'
import { recoveryTick, sendRecovery } from './registration/jobs.ts'
import { inviteToSurvey } from './survey/jobs.ts'
import { leaveTick, orphanTick } from './out-of-office/jobs.ts'
import { endingTick, turnOfDayTick } from '#features/prior-auth-maintenance/jobs.ts'
import { signInTick } from './sign-in/jobs.ts'
import { viewingTick } from './viewing-watch/jobs.ts'

/** What happens by itself, one line a topic of the outbox. */
export const everyJob: Record<string, Job> = {
  'pharmacy.callback': tellPharmacy,
  notify,
  'authorizations.duplicate': mergeDuplicate,
  'outside.message': sendOutside,
  'account.recovery': sendRecovery,
  'letter.message': sendLetter,
  'letter.decision': decisionLetter,
  'survey.invite': inviteToSurvey,
}

/** What happens on the clock. */
export const everyTick: Record<string, Tick> = {
  'authorizations.clock': clockTick,
  'newAuthorization.drafts': draftTick,
  'registration.recovery': recoveryTick,
  'callbacks.unheard': unheardTick,
  'outOfOffice.turn': leaveTick,
  'outOfOffice.orphans': orphanTick,
  careScores: careScoreTick,
  'priorAuths.days': turnOfDayTick,
  'priorAuths.ending': endingTick,
  'drafts.sweep': sweepTick,
  'signIn.leftovers': signInTick,
  'viewing.unusual': viewingTick,
}
