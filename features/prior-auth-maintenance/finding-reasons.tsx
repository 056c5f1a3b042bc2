import { whyNotExplained } from '#features/authorizations/explains.ts'
import { useState } from 'react'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import { asFailed } from '#platform/browser/call.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { FindingsToName, type FindingToName } from './contract.ts'

const MOST_WHY = 500

/** The id of the field that says why a finding may be cleared. */
const whyId = (finding: string): string => `why-${finding.replaceAll(/[^0-9A-Za-z]+/g, '-')}`
const shortWords = ({ rejectCode, about }: FindingToName): string => [rejectCode, about].filter(Boolean).join(', ')

/** Which safety findings are cleared, and why: a tick and a reason for each. `idOf` makes the ids of the form's fields. */
export function useFindingReasons(idOf: (path: string) => string, known: readonly FindingToName[] = []) {
  const [asked, setAsked] = useState<readonly FindingToName[]>([])
  const [ticks, setTicks] = useState<Readonly<Record<string, boolean>>>({})
  const [reasons, setReasons] = useState<Readonly<Record<string, string>>>({})
  const [agreed, setAgreed] = useState(false)
  const shown = known.length > 0 ? known : asked
  const on = shown.filter(({ finding }) => ticks[finding])
  const reasonOf = (finding: string): string => reasons[finding] ?? ''
  const named = shown.length > 0 && {
    findings: on.map(({ rejectCode, finding }) => ({ rejectCode, finding, reason: reasonOf(finding).trim() })),
  }
  return {
    shown,
    on,
    agreed,
    reasonOf,
    setAgreed,
    tick: (finding: string, ticked: boolean) => setTicks({ ...ticks, [finding]: ticked }),
    explain: (finding: string, reason: string) => setReasons({ ...reasons, [finding]: reason }),
    /** What must be put right before the form is sent. */
    whatIsWrong: () => [
      ...on.flatMap((one) =>
        [whyNotExplained(reasonOf(one.finding), `Enter why ${shortWords(one)} may be cleared.`)].flatMap((message) =>
          message === undefined ? [] : [{ id: idOf(whyId(one.finding)), message }],
        ),
      ),
      ...(on.length > 0 && !agreed
        ? [{ id: idOf('agreed'), message: 'Confirm that you weighed the risk of each safety finding.' }]
        : []),
    ],
    /** As the calls take them; nothing before the form knows of any. */
    named,
    /** The same with the confirmation. */
    input: { ...named, ...(shown.length > 0 && { safetyRejectEnabled: agreed }) },
    /** Takes over the findings a refusal names, and lets it go on. */
    learn: (error: unknown): never => {
      const named = FindingsToName.safeParse(asFailed(error).data)
      if (named.success) setAsked(named.data.findings)
      throw error
    },
  }
}

type FindingReasonsProps = {
  of: ReturnType<typeof useFindingReasons>
  idOf: (path: string) => string
  problemOf: (id: string) => string | undefined
  /** What stands under the legend. */
  hint?: string
}

/** A tick for each safety finding, and where it is ticked the reason. */
export function FindingReasons({ of, idOf, problemOf, hint }: FindingReasonsProps) {
  if (of.shown.length === 0) return null
  return (
    <FieldSet
      legend="Clear these safety findings"
      id={idOf('safety')}
      error={problemOf(idOf('safety'))}
      {...(hint !== undefined && { hint })}
    >
      {of.shown.map((one) => (
        <div key={one.finding}>
          <CheckBox
            label={`${one.rejectCode} ${rejectWords(one.rejectCode, one.description)}`}
            detail={one.about || undefined}
            checked={of.on.includes(one)}
            onChange={(ticked) => of.tick(one.finding, ticked)}
          />
          {of.on.includes(one) && (
            <TextField
              label={`Why it is safe to fill: ${shortWords(one)}`}
              required
              id={idOf(whyId(one.finding))}
              maxLength={MOST_WHY}
              value={of.reasonOf(one.finding)}
              onChange={(reason) => of.explain(one.finding, reason)}
              error={problemOf(idOf(whyId(one.finding)))}
            />
          )}
        </div>
      ))}
      {of.on.length > 0 && (
        <FieldSet legend="Acknowledgement" quiet id={idOf('agreed')} error={problemOf(idOf('agreed'))}>
          <CheckBox
            label="I have weighed the risk and clear the selected safety findings."
            checked={of.agreed}
            onChange={of.setAgreed}
          />
        </FieldSet>
      )}
    </FieldSet>
  )
}
