import { useState } from 'react'
import type { BusinessHours } from '#features/deadlines/business-hours.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { addMonths, dateFields, monthNames, usDate, weekdayOf } from '#platform/dates/day.ts'
import { dayAndTime, timeWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { cx } from '#platform/ui/cx.ts'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { iconChevronLeft, iconChevronRight } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { useHints, type Hint } from '#platform/ui/keys/hints.ts'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { changeStatus } from './change-statuses.ts'
import { ChangeSetting, type Place } from './change-setting.tsx'
import { OpenChanges } from './changes.tsx'
import { carrierSettings } from './contract.ts'
import { closedSoon, hoursOn, weeksOf, type HoursFrom } from './month-hours.ts'
import css from './calendars.module.css'

const ALL = 'ALL'
const MOST_CLOSED = 8
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const calendars = [
  { value: 'businessCalendar', label: 'Working hours' },
  { value: 'chatHours', label: 'Chat hours' },
] as const
type Calendar = (typeof calendars)[number]['value']
type Settings = AnswerOf<typeof carrierSettings.list>
const hints: readonly Hint[] = [{ keys: ['J', 'K'], does: 'Next and previous month' }]

/** /accounts/calendars: the hours and holidays that a carrier or a sub-carrier works by, month by month. */
export function Calendars() {
  const { person, carrier } = useUser()
  const [sub, setSub] = useState(person.subCarriers?.[0] ?? ALL)
  const [calendar, setCalendar] = useState<Calendar>('businessCalendar')
  const subCarrier = sub === ALL ? undefined : sub
  const asked = useRead(carrierSettings.list, subCarrier === undefined ? {} : { subCarrier }, { keepPrevious: true })
  const found = asked.data
  const place: Place = {
    subCarrier,
    name: found?.subCarriers.find(({ code }) => code === subCarrier)?.name ?? `all programs of ${carrier.name}`,
  }
  return (
    <Page canvas>
      <div className={css.page}>
        <PageTitle title="Business calendars" />
        <div className={css.filters}>
          <SelectField
            label="Applies to"
            value={sub}
            options={[
              ...(person.subCarriers === null ? [{ value: ALL, label: 'All programs' }] : []),
              ...(found?.subCarriers ?? []).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
            ]}
            onChange={setSub}
          />
          <Segmented label="Calendar" options={calendars} value={calendar} onChange={setCalendar} />
        </div>
        {asked.error && !found ? (
          <NotLoaded title="The calendars could not be loaded" of={asked} />
        ) : (
          <Loading busy={!found} skeleton={<Skeleton width="100%" height={420} />} loaded="Calendars loaded.">
            {found && <Shown key={calendar} of={found} calendar={calendar} place={place} zone={person.timeZone} />}
          </Loading>
        )}
      </div>
    </Page>
  )
}

type ShownProps = { of: Settings; calendar: Calendar; place: Place; zone: string }
function Shown({ of, calendar, place, zone }: ShownProps) {
  const [month, setMonth] = useState(of.today)
  const [changing, setChanging] = useState(false)
  const row = of.content.find(({ key }) => key === calendar)
  useHints(hints)
  useKeys({ j: () => setMonth(addMonths(month, 1)), k: () => setMonth(addMonths(month, -1)) })
  if (!row) return null
  const otherwise = place.subCarrier === undefined ? row.default : (row.carrier ?? row.default)
  const now = (row.subCarrier ?? row.carrier ?? row.default) as BusinessHours
  const open = of.open.filter(
    ({ key, subCarrier }) => key === calendar && (subCarrier ?? undefined) === place.subCarrier,
  )
  // A change that waits for approval may not come: only what is planned is shown on its days.
  const planned: HoursFrom[] = open
    .filter(({ status }) => status === changeStatus.PLANNED)
    .map(({ startsOn, after }) => ({ startsOn, hours: (after ?? otherwise) as BusinessHours }))
  const [year, at] = dateFields(month)
  const name = `${monthNames[at - 1]} ${year}`
  const soon = closedSoon(of.today, MOST_CLOSED, now, planned)
  return (
    <>
      {of.whyNotChange !== null && (
        <Note tone="blue">
          <b>View only.</b> {of.whyNotChange}
        </Note>
      )}
      {open.length > 0 && <OpenChanges of={open} zone={zone} whyNotChange={of.whyNotChange} />}
      <div className={css.columns}>
        <Card
          title={name}
          flush
          acts={
            <span className={css.months}>
              <IconButton
                icon={iconChevronLeft}
                label="Previous month"
                plain
                onClick={() => setMonth(addMonths(month, -1))}
              />
              <Button tone="quiet" size="small" onClick={() => setMonth(of.today)}>
                Today
              </Button>
              <IconButton
                icon={iconChevronRight}
                label="Next month"
                plain
                onClick={() => setMonth(addMonths(month, 1))}
              />
            </span>
          }
        >
          <table className={css.month} aria-label={name}>
            <thead>
              <tr>
                {weekdays.map((day) => (
                  <th key={day} scope="col" abbr={day}>
                    {day.slice(0, 3)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {weeksOf(year, at).map((week, line) => (
                <tr key={line}>
                  {week.map((date, column) =>
                    date === undefined ? (
                      <td key={column} className={css.blank} />
                    ) : (
                      <Day key={column} date={date} today={of.today} now={now} planned={planned} />
                    ),
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </Card>
        <div className={css.side}>
          <Card
            title={calendars.find(({ value }) => value === calendar)!.label}
            acts={
              of.whyNotChange === null ? (
                <Button tone="link" size="small" disabled={open.length > 0} onClick={() => setChanging(true)}>
                  Propose a change
                </Button>
              ) : undefined
            }
          >
            <Facts
              of={[
                ['Days', now.days.map((day) => weekdays[day]!.slice(0, 3)).join(', ')],
                ['Open', `${timeWords(now.opens)} to ${timeWords(now.closes)}`],
                ['Federal holidays', now.federalHolidays ? 'Closed' : 'Open'],
                ['Set', setWords(row, place, zone)],
              ]}
            />
          </Card>
          <Card title="Closed next" sub={soon.length || undefined} flush>
            {soon.length === 0 ? (
              <p className={css.none}>No holidays or days off.</p>
            ) : (
              <ul className={css.closed}>
                {soon.map(({ date, closed }) => (
                  <li key={date}>
                    <span>{closed}</span>
                    <small>
                      {weekdays[weekdayOf(date)]!.slice(0, 3)} {usDate(date)}
                    </small>
                  </li>
                ))}
              </ul>
            )}
          </Card>
        </div>
      </div>
      {changing && (
        <ChangeSetting
          of={row}
          place={place}
          version={of.version}
          approvers={of.approvers}
          today={of.today}
          onClose={() => setChanging(false)}
        />
      )}
    </>
  )
}

type DayProps = { date: string; today: string; now: BusinessHours; planned: readonly HoursFrom[] }
function Day({ date, today, now, planned }: DayProps) {
  const { open, closed } = hoursOn(date, now, planned)
  return (
    <td
      className={cx(css.day, !open && css.off)}
      data-today={date === today || undefined}
      aria-current={date === today ? 'date' : undefined}
    >
      <b>
        <span className={css.weekday}>{weekdays[weekdayOf(date)]!.slice(0, 3)} </span>
        {Number(date.slice(8))}
      </b>
      {open ? (
        <span>
          {timeWords(open.from)} <span className={css.to}>to {timeWords(open.to)}</span>
        </span>
      ) : (
        <span>{closed ?? 'Closed'}</span>
      )}
      {planned.some(({ startsOn }) => startsOn === date) && <Badge tone="amber">Change planned</Badge>}
    </td>
  )
}

function setWords(row: Settings['content'][number], place: Place, zone: string): string {
  const level =
    row.subCarrier !== null
      ? 'For this program'
      : row.carrier === null
        ? 'Default'
        : place.subCarrier === undefined
          ? 'By the carrier'
          : 'As the carrier'
  return row.since === null ? level : `${level}, ${dayAndTime(row.since, zone).day}${row.by ? ` by ${row.by}` : ''}`
}
