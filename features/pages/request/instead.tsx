import { useState } from 'react'
import { useRead } from '#platform/browser/use-call.ts'
import { iconFlask } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useRested } from '#platform/ui/form/use-rested.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import { money } from '#features/authorizations/figures.ts'
import { rejectWords } from '#features/authorizations/reject-words.ts'
import type { DecisionPaneProps } from '#features/decisions/pane.tsx'
import { drugs } from '#features/drugs/contract.ts'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { insteadOptions } from './instead-options.ts'

const restsAfter = 300
const shortest = 3
/** The answer of the list that names none. */
const none = ''

type InsteadProps = Parameters<DecisionPaneProps['instead']>[0] & { detail: AuthDetail; today: string }

/** The drug to use instead of what is rejected: found by its name, and tried on this claim before it is named to anybody. */
export function Instead({ detail, today, id, chosen, onChoose, error }: InsteadProps) {
  // Of a brand its generic is looked for, which has the same name.
  const [typed, setTyped] = useState(
    detail.genericOrbrand === 'B' ? `${detail.drugName} ${detail.strength}`.trim() : '',
  )
  const asked = useRested(typed.trim(), restsAfter)
  const tooShort = asked.length < shortest
  const found = useRead(
    drugs.search,
    { drugSearchKey: 'NAME', drugSearchVal: asked, subCarrier: detail.subCarrier, page: 0, size: 20 },
    { off: tooShort },
  )
  const options = insteadOptions(tooShort ? [] : (found.data?.content ?? []), detail.ndc, chosen)
  return (
    <>
      <TextField
        label="Drug to use instead"
        aside="optional"
        value={typed}
        placeholder="Name of the drug"
        onChange={setTyped}
        error={found.error?.message}
        {...(found.data && options.length === 0 && !tooShort && { hint: 'No other drug has this name.' })}
      />
      {options.length > 0 && (
        <RadioGroup
          legend="Named in the messages"
          id={id}
          options={[...options, { ndc: none, name: 'None' }].map(({ ndc, name }) => ({ value: ndc, label: name }))}
          value={chosen?.ndc ?? none}
          onChange={(ndc) => onChoose(options.find((one) => one.ndc === ndc))}
          {...(error !== undefined && { error })}
        />
      )}
      {chosen && <Tried key={chosen.ndc} detail={detail} today={today} ndc={chosen.ndc} />}
    </>
  )
}

/** Whether the same amount of another drug would pay today. */
function Tried({ detail, today, ndc }: { detail: AuthDetail; today: string; ndc: string }) {
  const { data, error } = useRead(newAuthorization.trial, {
    authorizationId: detail.authorizationId,
    ndc,
    daw: '0',
    fillDate: today,
  })
  if (error)
    return (
      <Note icon={iconFlask}>
        <b>Trial run not available.</b> {error.message}
      </Note>
    )
  if (!data) return <Note icon={iconFlask}>Trial run: checking whether it would pay.</Note>
  if (data.outcome === 'PAID')
    return (
      <Note tone="green" icon={iconFlask}>
        <b>Pays today without approval.</b> {data.pricing && `${money(data.pricing.paid)} for ${detail.quantity}.`}
      </Note>
    )
  const why = data.rejects.map(({ rejectCode, description }) => `${rejectCode} ${rejectWords(rejectCode, description)}`)
  return (
    <Note tone="amber" icon={iconFlask}>
      <b>It would be rejected too:</b> {[...new Set(why)].join('; ')}.
    </Note>
  )
}
