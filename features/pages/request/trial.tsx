import { useEffect, useRef } from 'react'
import type { InputOf, OutputOf } from '#platform/calls/contract.ts'
import { announce } from '#platform/ui/display/announce.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconFlask } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import css from './trial.module.css'
import { plural } from '#platform/text/plural.ts'

type Input = InputOf<typeof newAuthorization.trial>
type Tried = OutputOf<typeof newAuthorization.trial>

const settlesAfter = 600

/** A trial run of what was put in last, 600 ms after it settled. */
function useTrial(input: Input | undefined) {
  const wanted = JSON.stringify(input ?? null)
  const settled = useRested(wanted, settlesAfter)
  const settledInput = JSON.parse(settled) as Input | null
  const run = useRead(newAuthorization.trial, settledInput ?? { authorizationId: '' }, {
    off: settledInput === null,
    keepPrevious: true,
  })
  return { ...run, settledInput, checking: run.isFetching || settled !== wanted }
}

type Props = {
  input: Input | undefined
  /** The largest fill the approval allows, where that is more than was billed. */
  raised: Input | undefined
  billed: Pick<AuthDetail, 'quantity' | 'daysSupply'>
  /** Says what the approval comes to: the button says the same. */
  onPlan: (plan: Tried['plan'], of: Input) => void
}

/** Whether the fill would pay under the approval as it stands in the form, and what stops a larger one it allows. */
export function Trial({ input, raised, billed, onPlan }: Props) {
  const { data, error, isFetching, settledInput, checking, refetch } = useTrial(input)
  const pays = data?.outcome === 'PAID'

  useEffect(() => {
    if (data && settledInput && !checking) onPlan(data.plan, settledInput)
  })
  // A change for the worse or the better is said once, not every repetition.
  const said = useRef<boolean>(undefined)
  useEffect(() => {
    if (!data || checking) return
    if (said.current !== undefined && said.current !== pays)
      announce(pays ? 'Trial run: it would pay.' : 'Trial run: it would still be rejected.')
    said.current = pays
  }, [data, checking, pays])

  const again = (
    <Button tone="link" size="small" busy={checking} busyLabel="Checking" onClick={() => void refetch()}>
      Run again
    </Button>
  )
  if (settledInput === null) return <Note icon={iconFlask}>Trial run: waits for valid dates.</Note>
  if (error && !isFetching) {
    return (
      <Note icon={iconFlask} act={again}>
        <b>Trial run not available.</b> {error.message} You can decide without it.
      </Note>
    )
  }
  if (!data) return <Note icon={iconFlask}>Trial run: checking whether it would pay.</Note>
  const higher = raised && <Raised input={raised} billed={billed} asBilled={data} />
  if (pays) {
    const measured = data.clearedFindings.some(({ measure }) => /\d/.test(measure))
    const cleared = clearedWords(data.clearedFindings)
    return (
      <>
        <Note tone={checking ? 'neutral' : 'green'} icon={iconFlask} act={again}>
          <b>Trial run: it would pay.</b> {data.pricing && `${money(data.pricing.paid)}. `}
          {data.plan?.bill && `${data.plan.bill} `}
          {cleared.length === 0
            ? 'Nothing to clear.'
            : `Clears ${cleared.join('; ')}. ${measured ? 'A larger fill will reject again.' : ''}`}
        </Note>
        {higher}
      </>
    )
  }
  const remaining = codesOnce(data.rejects)
  return (
    <>
      <Note tone={checking ? 'neutral' : 'amber'} icon={iconFlask} act={again}>
        <b>Trial run: it would still be rejected.</b>{' '}
        {remaining.length === 1 ? 'This reject remains:' : 'These rejects remain:'}
        <Rejects of={remaining} />
      </Note>
      {higher}
    </>
  )
}

/** What stops a fill as large as the approval allows: more than was billed is not cleared. */
function Raised({ input, billed, asBilled }: { input: Input; billed: Props['billed']; asBilled: Tried }) {
  const { data, checking } = useTrial(input)
  const remaining = codesOnce(data?.rejects ?? []).filter(
    ({ rejectCode }) => !asBilled.rejects.some((one) => one.rejectCode === rejectCode),
  )
  if (remaining.length === 0) return null
  const { quantity = billed.quantity, daysSupply = billed.daysSupply } = input
  return (
    <Note tone={checking ? 'neutral' : 'amber'} icon={iconFlask}>
      <b>
        A fill of {quantity} for {plural(daysSupply, 'day')} would be rejected again.
      </b>{' '}
      This approval clears what was billed: {billed.quantity} for {plural(billed.daysSupply, 'day')}.
      <Rejects of={remaining} />
    </Note>
  )
}

/** Each code once; what was found is said where that is one thing, the form has the measure of each of several. */
function clearedWords(findings: Tried['clearedFindings']): string[] {
  const codes = [...new Set(findings.map(({ rejectCode }) => rejectCode))]
  return codes.map((code) => {
    const measures = findings.filter(({ rejectCode }) => rejectCode === code).map(({ measure }) => measure)
    const what = measures.length > 1 ? `${measures.length} findings` : measures[0]
    return what ? `${code} (${what})` : code
  })
}

/** Each code once for each thing it says. */
const codesOnce = (rejects: Tried['rejects']): Tried['rejects'] =>
  rejects.filter(
    (reject, index) =>
      rejects.findIndex(
        ({ rejectCode, description }) => rejectCode === reject.rejectCode && description === reject.description,
      ) === index,
  )

function Rejects({ of }: { of: Tried['rejects'] }) {
  return (
    <ul className={css.remain}>
      {[...Map.groupBy(of, ({ rejectCode }) => rejectCode)].map(([code, all]) => {
        const words = togetherWords(all.map(({ description }) => rejectWords(code, description)))
        return (
          <li key={code}>
            <CodeChip code={code} words={words} beside />
            <span>{words}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** "Drug safety conflict: interaction, additive toxicity": what comes before the colon once. */
function togetherWords(each: readonly string[]): string {
  const [first = '', ...more] = each
  const kind = first.slice(0, first.indexOf(': ') + 2)
  return [
    first,
    ...more.map((words) => (kind !== '' && words.startsWith(kind) ? words.slice(kind.length) : words)),
  ].join(', ')
}
