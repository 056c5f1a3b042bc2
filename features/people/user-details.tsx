import { useRead } from '#platform/browser/use-call.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import type { License } from '#features/permissions/professions.ts'
import type { User } from './change-user.tsx'
import { people } from './contract.ts'
import { licenseState, licenseWords } from './licenses.ts'
import { LastChanges } from './last-changes.tsx'
import { ledByWords, limitWords, programWords, roleWords, stateNames } from './user-words.ts'

const ends = { IN_FORCE: '', ENDING: ' (ends soon)', ENDED: ' (ended)' } as const
const licenseLine = (one: License, today: string): string => `${licenseWords(one)}${ends[licenseState(one, today)]}`

/** What a user may do at this carrier, how they sign in, and what they have open. */
export function UserDetails({ of, zone, onClose }: { of: User; zone: string; onClose: () => void }) {
  const today = dateIn(useNow(), zone)
  const { data: work, error } = useRead(people.work, { id: of.id })
  const last = of.lastLoginAt === null ? undefined : dayAndTime(of.lastLoginAt, zone)
  return (
    <Dialog title={of.name} onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      {error && !work && <FailedNote what="Open requests and sessions could not be loaded." failure={error} />}
      <Facts
        of={[
          ['E-mail', of.email],
          ['Username', of.username],
          ['Status', stateNames[of.state]],
          ['Roles', roleWords(of.roles)],
          ['Approval limit', of.approvalLimit === null ? 'None' : limitWords(of.approvalLimit)],
          ['License states', of.licenseStates.join(', ') || 'None on file'],
          ['Licenses', of.licenses.map((one) => licenseLine(one, today)).join('; ') || 'None on file'],
          ['Programs', programWords(of.subCarriers)],
          ['Team of', ledByWords(of.ledBy)],
          ...(of.leads > 0 ? ([['Leads', of.leads.toLocaleString('en-US')]] as const) : []),
          ['Data extracts', of.dataExtractSubCarriers.join(', ') || 'None'],
          ['Signs in by', of.ssoUser ? 'The directory of the carrier' : 'Password'],
          ['Last login', last ? `${last.day} at ${last.time}` : 'Never'],
          ...(work
            ? ([
                ['Sessions', work.sessions.toLocaleString('en-US')],
                ['Open requests', work.openRequests.toLocaleString('en-US')],
              ] as const)
            : []),
        ]}
      />
      <LastChanges of={of.id} zone={zone} />
    </Dialog>
  )
}
