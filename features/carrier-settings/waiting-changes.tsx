import { useRead } from '#platform/browser/use-call.ts'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { waitForYou } from './change-statuses.ts'
import { carrierSettings } from './contract.ts'
import { paths } from './paths.ts'

/** For account managers, on Home: how many changes of settings wait for them to approve or decline. */
export function WaitingChanges({ className }: { className?: string | undefined }) {
  const found = useRead(carrierSettings.list, {}).data
  const waiting = found?.whyNotChange === null ? waitForYou(found.open) : 0
  if (waiting === 0) return null
  return (
    <Note
      tone="amber"
      {...(className && { className })}
      act={
        <LinkButton href={paths.settings} size="small">
          Carrier settings
        </LinkButton>
      }
    >
      <b>{waiting === 1 ? '1 change of a setting waits' : `${waiting} changes of settings wait`} for you.</b> Approve or
      decline {waiting === 1 ? 'it' : 'them'}.
    </Note>
  )
}
