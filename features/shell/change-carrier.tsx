import { useContext, useState, type ComponentProps } from 'react'
import { caseload, type CarrierCount } from '#features/caseload/contract.ts'
import { queues } from '#features/worklist/queues.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { atWords } from '#platform/dates/words.ts'
import { saveBeforeLeaving } from '#platform/browser/unsaved-work.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { UserContext } from '#platform/browser/use-user.ts'
import { ChooseCarrier } from '#features/sign-in/choose-carrier.tsx'
import { leftOver } from './leaving.tsx'
import css from './change-carrier.module.css'

/** Forms on screen, or with unsaved text: changing the carrier removes them. */
const unsent = () => leftOver().filter(({ shown, waiting }) => shown || waiting)

/** "17 pending, 2 overdue"; of a queue its name and count. */
function waitsWords(of: CarrierCount): string {
  const parts = [
    of.pendingAuthCount > 0 && `${of.pendingAuthCount} pending`,
    of.overdueCount > 0 && `${of.overdueCount} overdue`,
    ...queues.map(({ status, label }) => {
      const waiting = of.queues.find((one) => one.status === status)?.waiting ?? 0
      return waiting > 0 && `${label.toLowerCase()} ${waiting}`
    }),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing waits'
}

/** Select Carrier, after asking about unfinished forms. */
export function ChangeCarrier(props: ComponentProps<typeof ChooseCarrier>) {
  const { onCancel } = props
  const user = useContext(UserContext)
  const now = useNow()
  // Before the first choice nothing of any carrier is known.
  const { data } = useRead(caseload.carriers, {}, { off: !user })
  const [left, setLeft] = useState(() => (onCancel ? unsent() : []))
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  if (left.length === 0 || !user) {
    const countOf = (code: string) => data?.carriers.find((one) => one.code === code)
    const options = props.options.map((option) => {
      const count = countOf(option.code)
      return count ? { ...option, waits: waitsWords(count) } : option
    })
    return <ChooseCarrier {...props} options={options} />
  }
  const save = async () => {
    setBusy(true)
    await saveBeforeLeaving()
    setBusy(false)
    const after = unsent()
    const isAway = after.some(({ ahead }) => ahead)
    setFailed(isAway)
    setLeft(isAway ? after : [])
  }
  return (
    <Dialog
      title="You have not sent this yet"
      size="small"
      role="alertdialog"
      described="unsent-words"
      onClose={onCancel}
      footer={
        <>
          <Button size="large" onClick={() => onCancel?.()}>
            Stay
          </Button>
          <Button size="large" tone="primary" data-autofocus busy={busy} busyLabel="Saving" onClick={() => void save()}>
            Save draft and switch
          </Button>
        </>
      }
    >
      <div id="unsent-words" className={css.words}>
        <ul>
          {left.map(({ title, savedAt, ahead }, at) => (
            <li key={at}>
              <b>{title}</b>,{' '}
              {savedAt === undefined
                ? 'not saved yet'
                : `${ahead ? 'last saved' : 'saved'} ${atWords(savedAt, user.person.timeZone, now)}`}
            </li>
          ))}
        </ul>
        <p>Your entries stay with {user.carrier.name} and are there when you return to it.</p>
      </div>
      {failed && (
        <Note tone="amber" role="alert">
          <b>It could not be saved.</b> The portal cannot be reached. Stay and send it, or try again.
        </Note>
      )}
    </Dialog>
  )
}
