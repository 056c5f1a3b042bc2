import { useEffect, useRef } from 'react'
import type { InputOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconFlask } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { money } from '#features/authorizations/in-words.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import css from './trial.module.css'

type Input = InputOf<typeof newAuthorization.trial>

const settlesAfter = 600

/** Whether the fill would pay under the approval as it stands in the form. Runs again 600 ms after a change. */
export function Trial({ input }: { input: Input | undefined }) {
  const wanted = JSON.stringify(input ?? null)
  const settled = useRested(wanted, settlesAfter)
  const settledInput = JSON.parse(settled) as Input | null
  const run = useRead(newAuthorization.trial, settledInput ?? { authorizationId: '' }, {
    off: settledInput === null,
    keepPrevious: true,
  })
  const { data, error } = run
  const checking = run.isFetching || settled !== wanted
  const pays = data?.outcome === 'PAID'

  // A change for the worse or the better is said once, not every repetition.
  const said = useRef<boolean>(undefined)
  useEffect(() => {
    if (!data || checking) return
    if (said.current !== undefined && said.current !== pays)
      announce(pays ? 'Trial run: it would pay.' : 'Trial run: it would still be rejected.')
    said.current = pays
  }, [data, checking, pays])

  const again = (
    <Button tone="link" size="small" busy={checking} busyLabel="Checking" onClick={() => void run.refetch()}>
      Run again
    </Button>
  )
  if (settledInput === null) return <Note icon={iconFlask}>Trial run: waits for valid dates.</Note>
  if (error && !run.isFetching) {
    return (
      <Note icon={iconFlask} act={again}>
        <b>Trial run not available.</b> {error.message} You can decide without it.
      </Note>
    )
  }
  if (!data) return <Note icon={iconFlask}>Trial run: checking whether it would pay.</Note>
  if (pays) {
    const measured = data.clearedFindings.some(({ measure }) => /\d/.test(measure))
    const cleared = data.clearedFindings.map(({ rejectCode, measure }) =>
      measure === '' ? rejectCode : `${rejectCode} (${measure})`,
    )
    return (
      <Note tone={checking ? 'neutral' : 'green'} icon={iconFlask} act={again}>
        <b>Trial run: it would pay.</b> {data.pricing && `${money(data.pricing.paid)}. `}
        {cleared.length === 0
          ? 'Nothing to clear.'
          : `Clears ${cleared.join('; ')}. ${measured ? 'A later fill above this is stopped again.' : ''}`}
      </Note>
    )
  }
  const remaining = data.rejects.filter(
    (reject, index, all) => all.findIndex((other) => other.rejectCode === reject.rejectCode) === index,
  )
  return (
    <Note tone={checking ? 'neutral' : 'amber'} icon={iconFlask} act={again}>
      <b>Trial run: it would still be rejected.</b>{' '}
      {remaining.length === 1 ? 'This reject remains:' : 'These rejects remain:'}
      <ul className={css.remain}>
        {remaining.map((reject) => {
          const words = rejectWords(reject.rejectCode, reject.description)
          return (
            <li key={reject.rejectCode}>
              <CodeChip code={reject.rejectCode} words={words} beside />
              <span>{words}</span>
            </li>
          )
        })}
      </ul>
    </Note>
  )
}
