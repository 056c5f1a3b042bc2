import { useAct } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { iconAlert, iconCheck } from '#platform/ui/display/icons.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { keptExtracts } from '../contract.ts'
import css from './data-extract.module.css'

type Step = AnswerOf<typeof keptExtracts.testDestination>['steps'][number]
/** What was looked at, and what to do where it is not right. */
const stepWords: Readonly<Record<Step['step'], readonly [what: string, help: string]>> = {
  answers: ['The server answers', 'Check its address and port, and whether the network lets the portal reach it.'],
  key: [
    'Its key is the known one',
    'Another server answered, or its key was changed: ask who runs it. Nothing was sent.',
  ],
  signIn: ['The portal signs in', 'The user name, password or key of the portal is not accepted.'],
  write: ['The portal may write there', 'Give it the right to write in its folder, or free space on the disk.'],
}

/** Tries the place where files of schedules are left, and says step by step how far it came. */
export function Destination({ mc }: { mc: string }) {
  const test = useAct(keptExtracts.testDestination)
  return (
    <div className={css.destination}>
      <Button size="small" busy={test.isPending} busyLabel="Testing" onClick={() => test.mutate({ mc })}>
        Test connection
      </Button>
      {test.error && <FailedNote failure={test.error} what="The connection was not tested." />}
      <div role="status">
        {test.data && (
          <ul aria-label="Test of the connection" className={css.steps}>
            {test.data.steps.map(({ step, ok }) => {
              const [what, help] = stepWords[step]
              return (
                <li key={step}>
                  <Badge tone={ok ? 'green' : 'red'} icon={ok ? iconCheck : iconAlert}>
                    {ok ? 'Right' : 'Not right'}
                  </Badge>{' '}
                  {what}
                  {!ok && <small> {help}</small>}
                </li>
              )
            })}
          </ul>
        )}
      </div>
    </div>
  )
}
