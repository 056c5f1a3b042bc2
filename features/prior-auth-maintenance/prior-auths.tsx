import { Fragment, useState } from 'react'
import { capitalized } from '#platform/text/capitalized.ts'
import type { PatientTabProps } from '#features/claims/patient-tab.ts'
import { levelInWords } from '#features/prior-auths/levels.ts'
import { ask } from '#platform/browser/call.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useCursor } from '#platform/browser/use-cursor.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { iconClose } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { FileMenu } from '#platform/ui/list/file-menu.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows, type Rows } from '#platform/ui/list/use-rows.ts'
import { Panel } from '#platform/ui/overlay/panel.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { priorAuths, type ListedPriorAuth } from './contract.ts'
import {
  endsSoon,
  endWords,
  fillsAllowed,
  fillWords,
  groupOf,
  groups,
  statusesOf,
  timeGone,
  whyNot,
  type ChangeKind,
  type Group,
} from './in-words.ts'
import { PriorAuthActs, PriorAuthDetails } from './prior-auth-details.tsx'
import css from './prior-auths.module.css'
import { StatusBadge } from './status-badge.tsx'

const allDrugs = 'all'
const COLUMNS = 6
/** From here on the details stand beside the list. */
const wide = '(min-width: 1201px)'

type PriorAuthsProps = PatientTabProps & {
  /** Opens the form of a new one: of the same drug as another, or a block. */
  onCreate: (of: { like?: ListedPriorAuth; kind: ListedPriorAuth['kind'] }) => void
}

/** The prior authorizations and blocks of a claim: what is in force and what was, and what may be done with each. */
export function PriorAuths({ patient, onCreate }: PriorAuthsProps) {
  const { person } = useUser()
  const today = dateIn(useNow(), person.timeZone)
  const of = { masterCarrierCode: patient.masterCarrier, claimId: patient.claimId, timeZone: person.timeZone }
  const [off, setOff] = useState<readonly Group[]>([])
  const [drug, setDrug] = useState(allDrugs)
  const [changing, setChanging] = useState<{ id: string; kind: ChangeKind }>()
  const [opened, setOpened] = useState<string>()
  const counting = [...statusesOf.inForce, ...statusesOf.later, ...statusesOf.block]
  const current = useRead(priorAuths.page, { ...of, filter: { status: counting }, size: 100 })
  const past = useCursor(priorAuths.page, { ...of, filter: { status: [...statusesOf.ended] } }, (answer) =>
    answer.page + 1 < answer.totalPages ? { page: answer.page + 1 } : undefined,
  )
  const loaded = current.data && past.data
  const all = loaded ? [...current.data.content, ...past.data.flatMap((one) => one.content)] : []
  const counts = Map.groupBy(all, groupOf)
  const countOf = (group: Group): number =>
    group === 'ended' ? (past.data?.[0]?.totalElements ?? 0) : (counts.get(group)?.length ?? 0)
  const names = [...new Set(all.map((one) => one.drugDescription))].toSorted((a, b) => a.localeCompare(b, 'en-US'))
  const shown = groups
    .filter(({ key }) => !off.includes(key))
    .flatMap(({ key }) => all.filter((one) => groupOf(one) === key))
    .filter((one) => drug === allDrugs || one.drugDescription === drug)
  const list = useRows(shown.map((one) => one.priorAuthId))
  const chosen = shown[list.current]
  const open = (kind: ChangeKind) => {
    if (!chosen?.allowedActions.includes(kind)) return false
    setChanging({ id: chosen.priorAuthId, kind })
    return true
  }
  useKeys({ ...list.keys, x: () => open('extend'), c: () => open('change'), e: () => open('end') })
  const failed = current.error ?? past.error
  if (failed && !loaded)
    return (
      <ErrorState
        title="Prior authorizations could not be loaded"
        safe="Nothing was changed."
        text={failed.message}
        supportId={failed.supportId}
        onRetry={() => void Promise.all([current.refetch(), past.refetch()])}
        retrying={current.isFetching || past.isFetching}
      />
    )
  const details = (one: ListedPriorAuth) => (
    <>
      <PriorAuthDetails of={one} today={today} patient={patient} />
      <PriorAuthActs
        of={one}
        onChange={(kind) => setChanging({ id: one.priorAuthId, kind })}
        onAgain={() => onCreate({ like: one, kind: one.kind })}
      />
    </>
  )
  const inDialog = all.find((one) => one.priorAuthId === changing?.id)
  const inPanel = all.find((one) => one.priorAuthId === opened)
  const blocked = current.data && whyNot(current.data, 'create')
  return (
    <div className={css.tab}>
      <div className={css.main}>
        <div className={css.tools}>
          <div className={css.chips} role="group" aria-label="Which">
            {groups.map(({ key, chip }) => (
              <ToggleChip
                key={key}
                label={loaded ? `${chip} ${countOf(key).toLocaleString('en-US')}` : chip}
                on={!off.includes(key)}
                // The last one stays on: a list of nothing is no list.
                disabled={!off.includes(key) && off.length === groups.length - 1}
                onChange={(on) => setOff(on ? off.filter((one) => one !== key) : [...off, key])}
              />
            ))}
          </div>
          <SelectField
            className={css.select}
            label="Drug"
            quiet
            value={drug}
            onChange={setDrug}
            options={[
              { value: allDrugs, label: loaded ? `All drugs (${names.length})` : 'All drugs' },
              ...names.map((name) => ({ value: name, label: name })),
            ]}
          />
          <span className={css.end}>
            {current.data && (
              <ActButton
                tone="quiet"
                icon={iconClose}
                never={blocked?.code === 'UPDATE_BLOCKED'}
                whyNot={blocked?.message}
                onClick={() => onCreate({ kind: 'BLOCK' })}
              >
                Block a drug
              </ActButton>
            )}
            <FileMenu
              rows={
                loaded ? `${(countOf('ended') + current.data.totalElements).toLocaleString('en-US')} on the claim` : ''
              }
              whyNot={
                loaded && all.length === 0 ? 'There is nothing on this claim: the file would be empty.' : undefined
              }
              make={(type, signal) =>
                ask(
                  priorAuths.export,
                  {
                    ...of,
                    type,
                    ...(off.length > 0 && {
                      filter: {
                        status: groups
                          .filter(({ key }) => !off.includes(key))
                          .flatMap(({ key }) => [...statusesOf[key]]),
                      },
                    }),
                  },
                  { signal },
                )
              }
            />
          </span>
        </div>
        <Loading
          busy={!loaded}
          skeleton={<Skeleton width="100%" height={280} />}
          loaded={loaded && `${all.length} prior authorizations and blocks.`}
        >
          {loaded && shown.length === 0 && (
            <State
              kind={all.length === 0 ? 'empty' : 'noMatch'}
              title={all.length === 0 ? 'No prior authorizations' : 'Nothing matches'}
            >
              {all.length === 0
                ? 'Nothing was approved ahead or blocked on this claim.'
                : 'No prior authorization matches these filters.'}
            </State>
          )}
          {shown.length > 0 && (
            <Listed
              rows={shown}
              today={today}
              list={list}
              busy={current.isFetching}
              countOf={countOf}
              onOpen={(id) => !matchMedia(wide).matches && setOpened(id)}
            />
          )}
          {past.hasNextPage && !off.includes('ended') && (
            <div className={css.foot}>
              <span>
                {countOf('ended').toLocaleString('en-US')} ended, {counts.get('ended')?.length ?? 0} shown
              </span>
              <Button tone="quiet" busy={past.isFetchingNextPage} onClick={() => past.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </Loading>
      </div>
      {chosen && (
        <section className={css.pane} aria-label="Prior authorization">
          {details(chosen)}
        </section>
      )}
      {inPanel && !inDialog && (
        <Panel title={inPanel.priorAuthOverrideRef} onClose={() => setOpened(undefined)}>
          {details(inPanel)}
        </Panel>
      )}
      {inDialog && changing && (
        <ChangeDialog
          key={inDialog.priorAuthId}
          of={inDialog}
          kind={changing.kind}
          today={today}
          patient={patient}
          onClose={() => setChanging(undefined)}
        />
      )}
    </div>
  )
}

type ListedProps = {
  rows: readonly ListedPriorAuth[]
  today: string
  list: Rows
  busy: boolean
  countOf: (group: Group) => number
  onOpen: (id: string) => void
}

function Listed({ rows, today, list, busy, countOf, onOpen }: ListedProps) {
  return (
    <div className={css.scroll} {...list.listProps}>
      <Table caption="Prior authorizations" tall cards="places" busy={busy}>
        <TableHead>
          <HeadCell>Covers</HeadCell>
          <HeadCell>Clears</HeadCell>
          <HeadCell>From, to</HeadCell>
          <HeadCell>Fills used</HeadCell>
          <HeadCell>Ends</HeadCell>
          <HeadCell>Status, by</HeadCell>
        </TableHead>
        <TableBody>
          {rows.map((one, index) => {
            const group = groupOf(one)
            const begins = index === 0 || groupOf(rows[index - 1]!) !== group
            return (
              <Fragment key={one.priorAuthId}>
                {begins && (
                  <tr role="row" className={css.group}>
                    <th role="rowheader" scope="rowgroup" colSpan={COLUMNS}>
                      <b>{groups.find(({ key }) => key === group)!.label}</b> {countOf(group).toLocaleString('en-US')}
                    </th>
                  </tr>
                )}
                <Row {...list.rowProps(index)}>
                  <Cell
                    head
                    card="title"
                    second={
                      <>
                        <span className={css.level} title="Digits of the drug code">
                          {one.level}
                        </span>{' '}
                        {capitalized(levelInWords(one.level))}
                      </>
                    }
                  >
                    <button
                      type="button"
                      className={css.name}
                      {...list.linkProps(index)}
                      onClick={() => {
                        list.go(index)
                        onOpen(one.priorAuthId)
                      }}
                    >
                      {one.drugDescription}
                    </button>
                  </Cell>
                  <Cell card="hide">
                    <span className={css.codes}>
                      {one.codesCleared.map((code, at) => (
                        <CodeChip key={code} code={code} words={one.codeMeanings[at] ?? ''} />
                      ))}
                      {one.codesCleared.length === 0 && (
                        <span className="muted">{one.overrideAll ? 'All' : 'None'}</span>
                      )}
                    </span>
                  </Cell>
                  <Cell card="foot">
                    <span className={css.dates}>
                      {usDate(one.startDate)} – {usDate(one.endDate)}
                    </span>
                    <Bar
                      share={timeGone(one, today)}
                      tone={group === 'block' ? 'red' : group === 'ended' ? 'gray' : 'green'}
                    />
                  </Cell>
                  <Cell card="line">
                    {fillWords(one)}
                    <FillBar of={one} />
                  </Cell>
                  <Cell card="footAside" className={endsSoon(one, today) ? css.soon : undefined}>
                    {endWords(one, today)}
                  </Cell>
                  <Cell card="aside" second={one.terminatedBy ?? one.createdByName}>
                    <StatusBadge of={one} />
                  </Cell>
                </Row>
              </Fragment>
            )
          })}
        </TableBody>
      </Table>
    </div>
  )
}

/** A thin bar; its figure stands beside it in words. */
const Bar = ({ share, tone }: { share: number; tone: 'green' | 'red' | 'gray' | 'teal' | 'amber' }) => (
  <span className={css.bar} data-tone={tone} aria-hidden="true">
    <span style={{ width: `${Math.round(share * 100)}%` }} />
  </span>
)

function FillBar({ of }: { of: ListedPriorAuth }) {
  const most = fillsAllowed(of)
  if (of.kind === 'BLOCK' || most === null) return null
  const share = Math.min(1, of.fillsUsed / most)
  return <Bar share={share} tone={groupOf(of) === 'ended' ? 'gray' : share === 1 ? 'amber' : 'teal'} />
}
