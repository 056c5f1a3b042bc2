import { Fragment } from 'react'
import type { License } from '#features/permissions/professions.ts'
import { usDate } from '#platform/dates/day.ts'
import { dayAndTime } from '#platform/dates/words.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Badge, type Tone } from '#platform/ui/display/badge.tsx'
import { iconCheck } from '#platform/ui/display/icons.ts'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { useRows } from '#platform/ui/list/use-rows.ts'
import type { ReviewLine } from './contract.ts'
import { licenseState } from './licenses.ts'
import { StateBadge } from './state-badge.tsx'
import css from './users.module.css'
import { answerShort, extractCount, limitWords, lookWords, programWords, roleWords } from './user-words.ts'

const acts = ['keep', 'change', 'remove'] as const
const actWords = { keep: 'Keep', change: 'Change', remove: 'Remove' } as const
export type Answering = { act: (typeof acts)[number]; line: ReviewLine }
const tones: Readonly<Record<NonNullable<ReviewLine['answer']>, Tone>> = {
  KEEP: 'green',
  CHANGE: 'blue',
  REMOVE: 'red',
  GONE: 'neutral',
  UNREVIEWED: 'amber',
}

/** The licenses that ended or end soon. */
const licensesShort = (licenses: readonly License[] | undefined, today: string): string | undefined =>
  licenses
    ?.filter((one) => licenseState(one, today) !== 'IN_FORCE')
    .map(({ state, expiresOn }) => `${state} ${expiresOn! < today ? 'ended' : 'ends'} ${usDate(expiresOn!)}`)
    .join(', ') || undefined

const hints: readonly Hint[] = [
  { keys: ['J', 'K'], does: 'Move' },
  { keys: ['Y'], does: 'Keep' },
  { keys: ['T'], does: 'Remove' },
]
const COLUMNS = 8
const groupOf = ({ look }: ReviewLine): string => (look === null ? 'Everyone else' : lookWords[look])
/** States that their own badge says; that somebody was not there for long, their group does. */
const badged: readonly string[] = ['AWAY', 'LOCKED', 'OFF']

type LinesProps = { of: readonly ReviewLine[]; busy: boolean; zone: string; onAnswer: (of: Answering) => void }
/** The users of a review, those to look at first in groups of their own; the keys answer the current one. */
export function ReviewLines({ of, busy, zone, onAnswer }: LinesProps) {
  const today = dateIn(useNow(), zone)
  const answerable = of.filter(({ whyNot }) => whyNot === null)
  const list = useRows(answerable.map(({ userId }) => userId))
  const answerCurrent = (act: Answering['act']) => () => {
    const line = answerable[list.current]
    if (line) onAnswer({ act, line })
  }
  useHints(hints)
  useKeys({ ...list.keys, y: answerCurrent('keep'), t: answerCurrent('remove') })
  return (
    <div className={css.review} {...list.listProps}>
      <Table caption="Users of the review" tall cards="labels" busy={busy}>
        <TableHead>
          <HeadCell>Name</HeadCell>
          <HeadCell>Roles and limit</HeadCell>
          <HeadCell>Programs</HeadCell>
          <HeadCell>Licenses</HeadCell>
          <HeadCell>Last login</HeadCell>
          <HeadCell>Open requests</HeadCell>
          <HeadCell>Answer</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {of.map((line, at) => (
            <Fragment key={line.userId}>
              {(at === 0 || groupOf(of[at - 1]!) !== groupOf(line)) && (
                <tr role="row" className={css.group}>
                  <th role="rowheader" scope="rowgroup" colSpan={COLUMNS}>
                    {groupOf(line)}
                  </th>
                </tr>
              )}
              <Line
                of={line}
                today={today}
                zone={zone}
                index={answerable.indexOf(line)}
                list={list}
                onAnswer={onAnswer}
              />
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </div>
  )
}

type LineProps = {
  of: ReviewLine
  today: string
  zone: string
  /** Among those the caller may answer; -1 for the others. */
  index: number
  list: ReturnType<typeof useRows>
  onAnswer: (of: Answering) => void
}
function Line({ of: line, today, zone, index, list, onAnswer }: LineProps) {
  const { rights } = line
  return (
    <Row {...(index >= 0 && list.rowProps(index))}>
      <Cell head second={line.email}>
        {line.name} {badged.includes(rights.state) && <StateBadge of={rights.state} />}
      </Cell>
      <Cell label="Roles and limit" second={limitWords(rights.approvalLimit)}>
        {roleWords(rights.roles)}
      </Cell>
      <Cell label="Programs" second={extractCount(rights.dataExtractSubCarriers)}>
        {programWords(rights.subCarriers)}
      </Cell>
      <Cell label="Licenses" second={licensesShort(rights.licenses, today)}>
        {rights.licenseStates.join(', ') || 'None'}
      </Cell>
      <Cell label="Last login" second={`Since ${dayAndTime(line.since, zone).day}`}>
        {rights.lastLoginAt ? dayAndTime(rights.lastLoginAt, zone).day : 'Never'}
      </Cell>
      <Cell label="Open requests">{rights.openRequests}</Cell>
      <Cell label="Answer" second={line.answeredBy && `${line.answeredBy}${line.note && `: ${line.note}`}`}>
        {line.answer ? (
          <span>
            <Badge tone={tones[line.answer]} {...(line.answer === 'KEEP' && { icon: iconCheck })}>
              {answerShort[line.answer]}
            </Badge>
          </span>
        ) : (
          <span className="soft">{line.whyNot ?? 'None yet'}</span>
        )}
      </Cell>
      <Cell>
        {index >= 0 && (
          <span className={css.acts}>
            {acts.map((act) => (
              <Button
                key={act}
                size="small"
                aria-label={`${actWords[act]} ${line.name}`}
                {...(act === 'keep' ? list.linkProps(index) : { tabIndex: list.innerTab(index) })}
                onClick={() => onAnswer({ act, line })}
              >
                {actWords[act]}
              </Button>
            ))}
          </span>
        )}
      </Cell>
    </Row>
  )
}
