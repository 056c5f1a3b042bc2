import { useState } from 'react'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addMonths, usDate } from '#platform/dates/day.ts'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Chart } from './chart.tsx'
import { medications, type Supply, type Timeline } from './contract.ts'
import { spanOf } from './scale.ts'
import { SupplyTable } from './supply-table.tsx'
import css from './timeline.module.css'

const spans = [3, 6, 13, 24, 60, 120] as const
const usual = 13

type MedicationTimelineProps = PatientTabProps & { asTable: boolean; onOpen: (supply: Supply) => void }

/** The medications of a patient by time, or the same fills as a table. + and - zoom. */
export function MedicationTimeline({ patient, asTable, onOpen }: MedicationTimelineProps) {
  const { person } = useUser()
  const [chosen, setMonths] = useState<number>()
  const [prescriber, setPrescriber] = useState<string>()
  const { claimId, masterCarrier } = patient
  const asked = useRead(
    medications.timeline,
    { claimId, masterCarrier, months: chosen ?? usual },
    { keepPrevious: true },
  )
  // Until a time is chosen, a short history has the whole width.
  const months = chosen ?? (asked.data ? spanOf(asked.data, spans, usual) : usual)
  const timeline =
    asked.data && chosen === undefined && months < usual
      ? { ...asked.data, from: addMonths(asked.data.today, -months) }
      : asked.data
  const zoom = (step: number) => () => {
    const next = spans[spans.indexOf(months as (typeof spans)[number]) + step]
    if (next !== undefined) setMonths(next)
  }
  useKeys({ '+': zoom(-1), '-': zoom(1) })
  const fills = timeline?.lanes.reduce((sum, lane) => sum + lane.fills, 0) ?? 0
  return (
    <div className={css.box}>
      <div className={css.tools}>
        <SelectField
          className={css.select}
          label="Time"
          quiet
          value={String(months)}
          onChange={(value) => setMonths(Number(value))}
          options={spans.map((one) => ({
            value: String(one),
            label: one < 60 ? `Last ${one} months` : `Last ${one / 12} years`,
          }))}
        />
        <span className={css.end}>
          <FileMenu
            label="PDF for hearing"
            rows={`${fills} ${fills === 1 ? 'fill' : 'fills'}`}
            make={(type, signal) =>
              ask(medications.hearing, { claimId, masterCarrier, months, type, timeZone: person.timeZone }, { signal })
            }
          />
        </span>
      </div>
      {asked.error && !timeline ? (
        <NotLoaded title="The medications could not be loaded" of={asked} />
      ) : (
        <Loading
          busy={!timeline}
          skeleton={<Skeleton width="100%" height={320} />}
          loaded={timeline && `${fills} ${fills === 1 ? 'fill' : 'fills'}.`}
        >
          {timeline && <Shown {...{ timeline, asTable, prescriber, onOpen }} onPrescriber={setPrescriber} />}
        </Loading>
      )}
    </div>
  )
}

type ShownProps = {
  timeline: Timeline
  asTable: boolean
  prescriber: string | undefined
  onPrescriber: (npi: string | undefined) => void
  onOpen: (supply: Supply) => void
}

function Shown({ timeline, asTable, prescriber, onPrescriber, onOpen }: ShownProps) {
  const nothing = timeline.lanes.length === 0 && timeline.marks.length === 0
  if (nothing)
    return (
      <State kind="empty" title="No medications in this time">
        Nothing was filled, rejected or asked for since {usDate(timeline.from)}.
      </State>
    )
  return (
    <>
      <div className={css.people} role="group" aria-label="Prescribers">
        {timeline.prescribers.length > 0 && <span>Prescribers</span>}
        {timeline.prescribers.map((one) => (
          <ToggleChip
            key={one.npi}
            label={`${one.name} ${one.fills}`}
            on={prescriber === one.npi}
            onChange={(on) => onPrescriber(on ? one.npi : undefined)}
          />
        ))}
        {!asTable && (
          <span className={css.legend} aria-hidden="true">
            <span>
              <i />
              supply
            </span>
            <span>
              <i className={css.hatchKey} />
              overlap
            </span>
            <span>
              <i className={css.gapKey} />
              gap, in days
            </span>
            <span>
              <i className={css.askedKey} />
              asked for
            </span>
          </span>
        )}
      </div>
      {asTable ? (
        <div className={css.table}>
          <SupplyTable timeline={timeline} />
        </div>
      ) : (
        <>
          <Chart timeline={timeline} prescriber={prescriber} onOpen={onOpen} />
          <div className={css.paper}>
            <SupplyTable timeline={timeline} />
          </div>
        </>
      )}
      {(timeline.dose.steps.length === 0 || timeline.dose.notCounted.length > 0) && (
        <p className={css.notes}>
          {timeline.dose.steps.length === 0 ? 'No opioid dose in this time. ' : ''}
          {timeline.dose.notCounted.join(' ')}
        </p>
      )}
    </>
  )
}
