import { useState } from 'react'
import { Link } from 'wouter'
import { AddChip } from '#platform/ui/list/add-chip.tsx'
import { BulkBar } from '#platform/ui/list/bulk-bar.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import { iconAssign, iconExport, iconMoon } from '#platform/ui/display/icons.ts'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { RejectChips } from '#features/pages/worklist/reject-chips.tsx'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { Table } from '#platform/ui/list/table.tsx'
import { Cell, HeadCell, Row, TableBody, TableHead } from '#platform/ui/list/table-cells.tsx'
import { Tabs, tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { Timer, type TimerTone } from '#platform/ui/display/timer.tsx'
import { useKeys } from '#platform/ui/keys/use-keys.ts'
import { useRows } from '#platform/ui/list/use-rows.ts'
import { PreviewFrame } from './frame.tsx'
import css from './work.module.css'

const words: Record<string, string> = {
  70: 'Not covered',
  75: 'Prior authorization required',
  76: 'Plan limit exceeded',
  79: 'Refill too soon',
  88: 'Drug safety conflict',
  922: 'Opioid dose too high',
}
type Line = [
  id: string,
  tone: TimerTone,
  time: string,
  part: number,
  name: string,
  claim: string,
  drug: string,
  amount: string,
  rejects: string[],
  state: string,
  delivery: string,
]
const lines: Line[] = [
  [
    '1',
    'over',
    '42m overdue',
    0,
    'Ottoline Bramblewick',
    'KM24-0019377',
    'Eszopiclone',
    '3 mg tablet · 30 / 30 days',
    ['75'],
    'FL',
    'Retail',
  ],
  [
    '2',
    'soon',
    '1h 12m left',
    0.1,
    'Wendell Applegarth',
    'KM23-0048213',
    'Oxycodone-acetaminophen',
    '10-325 mg tablet · 180 / 30 days',
    ['75', '76', '922'],
    'CA',
    'Retail',
  ],
  [
    '3',
    'soon',
    '2h 05m left',
    0.17,
    'Magnus Tidewater',
    'KM22-0077140',
    'Pregabalin',
    '150 mg capsule · 60 / 30 days',
    ['75', '88'],
    'GA',
    'Retail',
  ],
  [
    '4',
    'soon',
    '5h 18m left',
    0.44,
    'Rufus Cobblestone',
    'KM21-0030925',
    'Buprenorphine',
    '10 mcg/hour patch · 4 / 28 days',
    ['75'],
    'CA',
    'Retail',
  ],
  [
    '5',
    'ok',
    '1d 4h left',
    0.58,
    'Henrietta Mossgrove',
    'KM23-0081550',
    'Ketoprofen-baclofen cream',
    'Compound · 120 g / 30 days',
    ['70', '75'],
    'TX',
    'Bill Review',
  ],
  [
    '6',
    'ok',
    '1d 20h left',
    0.9,
    'Leopold Wintergreen',
    'KM20-0093316',
    'Meloxicam',
    '15 mg tablet · 30 / 30 days',
    ['70'],
    'CA',
    'Paper Bill',
  ],
  [
    '7',
    'paused',
    'Wed 9:00 AM',
    0,
    'Basil Hollowell',
    'KM23-0012689',
    'Methocarbamol',
    '750 mg tablet · 120 / 30 days',
    ['79'],
    'CA',
    'Retail',
  ],
]
const none = () => {}

function Work() {
  const [rows, setRows] = useState(lines)
  const [selected, setSelected] = useState<readonly string[]>(['3', '4'])
  const [down, setDown] = useState(false)
  const shown = down ? rows.toReversed() : rows
  const list = useRows(shown.map((row) => row[0]))
  const toggle = (id: string) =>
    setSelected((now) => (now.includes(id) ? now.filter((one) => one !== id) : [...now, id]))
  useKeys({
    ...list.keys,
    x: () => toggle(shown[list.current]![0]),
    d: () => setRows((now) => now.filter((row) => row !== shown[list.current])),
    Escape: () => setSelected([]),
  })
  return (
    <PreviewFrame>
      <Page as="work">
        <div className={css.top}>
          <PageTitle title="Authorization Requests" className={css.title ?? ''} />
          <Tabs
            label="Saved views"
            panelId="requests"
            tall
            bare
            current="/authorizations"
            tabs={[
              { href: '/authorizations', label: 'My pending', count: 38 },
              { href: '/authorizations?view=escalated', label: 'Escalated', count: 7, tone: 'red' },
              { href: '/authorizations?view=waiting', label: 'Waiting on prescriber', count: 12 },
              { href: '/authorizations?view=snoozed', label: 'Snoozed', count: 3 },
            ]}
          />
        </div>
        <div className={css.filter}>
          <SearchBy
            label="Find requests"
            by="owner"
            keys={[{ value: 'owner', label: 'Case owner' }]}
            onBy={none}
            value=""
            onChange={none}
            onSearch={none}
            placeholder="Name or e-mail"
            shortcut={['/']}
          />
          <div className={css.chips}>
            <FilterChip name="Delivery" value="Retail +4" onRemove={none} />
            <AddChip label="Add filter" keys={['F']} />
          </div>
          <span className="muted">38 requests</span>
        </div>
        <div {...tabPanelProps('requests')} className={css.body} {...list.listProps}>
          <Table caption="My pending requests" tall fixed scrolls cards="places">
            <TableHead>
              <HeadCell className={css.check}>
                <CheckBox
                  bare
                  label="Select all"
                  checked={false}
                  mixed={selected.length > 0}
                  onChange={() => setSelected(selected.length ? [] : rows.map((row) => row[0]))}
                />
              </HeadCell>
              <HeadCell className={css.time} sorted={down ? 'descending' : 'ascending'} onSort={() => setDown(!down)}>
                Time left
              </HeadCell>
              <HeadCell className={css.name}>Claimant</HeadCell>
              <HeadCell>Drug</HeadCell>
              <HeadCell className={css.rejects}>Rejects</HeadCell>
              <HeadCell className={css.state}>State</HeadCell>
              <HeadCell>Delivery</HeadCell>
            </TableHead>
            <TableBody>
              {shown.map(([id, tone, time, part, name, claim, drug, amount, rejects, state, delivery], index) => (
                <Row key={id} selected={selected.includes(id)} {...list.rowProps(index)}>
                  <Cell card="check" className={css.check}>
                    <CheckBox
                      bare
                      label={`Select ${name}`}
                      tabIndex={list.innerTab(index)}
                      checked={selected.includes(id)}
                      onChange={() => toggle(id)}
                    />
                  </Cell>
                  <Cell card="aside" second="Age 1d 22h">
                    <Timer
                      tone={tone}
                      before={tone === 'paused' ? 'Snoozed until ' : undefined}
                      words={time}
                      fraction={part}
                      exact="05/13/2025 11:27 AM ET"
                    />
                  </Cell>
                  <Cell head card="title" second={claim}>
                    <Link href={`/authorizations/${id}`} {...list.linkProps(index)}>
                      {name}
                    </Link>
                  </Cell>
                  <Cell card="line" second={amount}>
                    {drug}
                  </Cell>
                  <Cell card="foot">
                    <RejectChips rejects={rejects.map((code) => ({ code, words: words[code] ?? '' }))} />
                  </Cell>
                  <Cell card="hide">
                    <b>{state}</b>
                  </Cell>
                  <Cell card="footAside">{delivery}</Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
          <BulkBar
            count={selected.length}
            things="requests"
            onClear={() => setSelected([])}
            hint="Approve and reject are one at a time."
          >
            <Button size="small" icon={iconAssign} keys={['O']}>
              Assign
            </Button>
            <Button size="small" icon={iconMoon} keys={['S']}>
              Snooze
            </Button>
            <Button size="small" icon={iconExport}>
              Export
            </Button>
          </BulkBar>
        </div>
      </Page>
    </PreviewFrame>
  )
}

function Labels() {
  return (
    <PreviewFrame>
      <Page>
        <PageTitle title="Documents" />
        <Table caption="Documents" cards="labels">
          <TableHead>
            <HeadCell>Type</HeadCell>
            <HeadCell>Date</HeadCell>
            <HeadCell end>Pages</HeadCell>
          </TableHead>
          <TableBody>
            <Row>
              <Cell head label="Type">
                <Link href="/documents/1">Letter of medical necessity</Link>
              </Cell>
              <Cell label="Date">05/12/2025</Cell>
              <Cell end label="Pages">
                2
              </Cell>
            </Row>
          </TableBody>
        </Table>
      </Page>
    </PreviewFrame>
  )
}

export const workViews = { work: Work, labels: Labels }
