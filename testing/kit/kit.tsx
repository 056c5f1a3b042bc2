import { useState, type CSSProperties, type ReactNode } from 'react'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { AddChip } from '#platform/ui/list/add-chip.tsx'
import { Avatar } from '#platform/ui/display/avatar.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Banner } from '#platform/ui/frame/banner.tsx'
import { BulkBar } from '#platform/ui/list/bulk-bar.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { Dot } from '#platform/ui/display/dot.tsx'
import { ErrorState } from '#platform/ui/list/error-state.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import { GpiLadder } from '#features/decisions/gpi-ladder.tsx'
import { Icon } from '#platform/ui/display/icon.tsx'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import * as icons from '#platform/ui/display/icons.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { LinkButton } from '#platform/ui/button/link-button.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Menu } from '#platform/ui/overlay/menu.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { RefreshBar } from '#platform/ui/list/refresh-bar.tsx'
import { CodeChip } from '#platform/ui/display/code-chip.tsx'
import { RejectChips } from '#features/pages/worklist/reject-chips.tsx'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { Stepper } from '#platform/ui/form/stepper.tsx'
import { SupportId } from '#platform/ui/button/support-id.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { Tabs, tabPanelProps } from '#platform/ui/list/tabs.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { Timer } from '#platform/ui/display/timer.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import { Tooltip } from '#platform/ui/display/tooltip.tsx'
import { useAppearanceItems } from '#platform/ui/frame/use-appearance-items.ts'
import { setClockOffset, useNow } from '#platform/ui/display/use-now.ts'
import css from './kit.module.css'
import { PreviewDialogs } from './dialogs.tsx'
import { PreviewFrame } from './frame.tsx'

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

const colours = [
  ['primary', 'on-primary'],
  ['primary-subtle', 'primary-text'],
  ['patients', 'on-patients'],
  ['patients-subtle', 'patients-text'],
  ['clinical', 'on-clinical'],
  ['clinical-subtle', 'clinical-text'],
  ['danger', 'on-danger'],
  ['danger-subtle', 'danger-text'],
  ['warning-subtle', 'warning-text'],
  ['team-subtle', 'team-text'],
  ['ink', 'on-ink'],
  ['sunken', 'text-3'],
] as const
const swatch = ([back, front]: readonly [string, string]): CSSProperties => ({
  background: `var(--${back})`,
  color: `var(--${front})`,
})

const none = () => {}

function Buttons() {
  const [busy, setBusy] = useState(false)
  return (
    <Part title="Buttons">
      <div className={css.row}>
        <Button tone="primary">Primary</Button>
        <Button tone="primary" disabled>
          Disabled
        </Button>
        <Button tone="primary" busy={busy} busyLabel="Sending" onClick={() => setBusy(true)}>
          Send it
        </Button>
        <Button tone="primary" busy busyLabel="Sending">
          Busy
        </Button>
      </div>
      <div className={css.row}>
        <Button>Secondary</Button>
        <Button disabled>Disabled</Button>
        <Button icon={icons.iconAssign} keys={['O']}>
          Assign
        </Button>
        <ActButton whyNot="Update functionality is blocked for user">Not now</ActButton>
      </div>
      <div className={css.row}>
        <Button tone="danger" keys={['Ctrl', 'Enter']}>
          Reject request
        </Button>
        <Button tone="dangerOutline">Reject</Button>
        <Button tone="quiet">Quiet</Button>
        <Button tone="link">Link</Button>
        <LinkButton href="/home" tone="quiet" iconEnd={icons.iconArrowRight}>
          View all
        </LinkButton>
        <IconButton icon={icons.iconPrint} label="Print" keys={['P']} />
        <IconButton icon={icons.iconMore} label="More" disabled />
      </div>
      <div className={css.row}>
        <Button tone="primary" size="large">
          Large 40
        </Button>
        <Button tone="primary">Default 32</Button>
        <Button tone="primary" size="small">
          Small 26
        </Button>
      </div>
      <Button tone="primary" size="large" block keys={['Ctrl', 'Enter']}>
        Approve one fill
      </Button>
    </Part>
  )
}

const today = '2025-05-13'

function Fields() {
  const [date, setDate] = useState('05/13/2025')
  const [wrong, setWrong] = useState('02/30/2025')
  const [text, setText] = useState('Juno Merr')
  const [note, setNote] = useState('We need a letter that explains the increase from 120 to 180 tablets.')
  const [reason, setReason] = useState<'a' | 'b' | ''>('')
  const [by, setBy] = useState<'owner' | 'claim'>('owner')
  const [find, setFind] = useState('')
  const [fills, setFills] = useState(3)
  const reasons = [
    { value: 'a', label: 'Pharmacist recommendation followed' },
    { value: 'b', label: 'Dose increase is not supported' },
  ] as const
  return (
    <Part title="Fields">
      <div className={css.two}>
        <DateField label="Start date" required value={date} onChange={setDate} today={today} />
        <DateField
          label="End date"
          value={wrong}
          onChange={setWrong}
          today={today}
          error="Invalid date"
          id="end-date"
        />
        <TextField label="Case owner" icon={icons.iconSearch} value={text} onChange={setText} />
        <TextField label="Carrier" value="KES02" onChange={none} disabled hint="Set by your carrier" />
        <SelectField
          label="Reason"
          required
          value={reason}
          options={reasons}
          onChange={setReason}
          placeholder="Choose a reason"
        />
        <SelectField
          label="Applies to"
          value="a"
          options={[{ value: 'a', label: 'This exact strength (GPI 14)' }]}
          onChange={none}
          disabled
        />
        <TextField
          label="Claim number"
          value="KM23-0048213"
          onChange={none}
          readOnly
          end={<CopyButton text="KM23" label="Copy claim number" done="Copied." />}
        />
        <Stepper label="Max fills" value={fills} onChange={setFills} min={1} max={12} />
      </div>
      <Stepper label="Locked fills" inline value={1} onChange={none} min={1} max={12} disabled />
      <TextArea
        label="Explain in plain words"
        aside="optional"
        hint="The prescriber will read this."
        limit={60}
        value={note}
        onChange={setNote}
      />
      <SearchBy
        label="Find requests"
        by={by}
        keys={[
          { value: 'owner', label: 'Case owner' },
          { value: 'claim', label: 'Claim Number' },
        ]}
        onBy={setBy}
        value={find}
        onChange={setFind}
        onSearch={none}
        placeholder="Name or e-mail"
        shortcut={['/']}
      />
      <ErrorSummary errors={[{ id: 'end-date', message: 'End date: Invalid date' }]} />
    </Part>
  )
}

function Choices() {
  const [on, setOn] = useState(true)
  const [radio, setRadio] = useState<'paid' | 'rejected'>('paid')
  const [seg, setSeg] = useState<'approve' | 'reject'>('approve')
  const [send, setSend] = useState<'fax' | 'mail' | 'post'>('fax')
  const [snooze, setSnooze] = useState<'1' | '2'>('2')
  const [gpi, setGpi] = useState<'14' | '12' | '10' | '6'>('14')
  const [days, setDays] = useState(true)
  return (
    <Part title="Choice">
      <div className={css.row}>
        <CheckBox label="Checked" checked={on} onChange={setOn} />
        <CheckBox label="Not checked" checked={false} onChange={none} />
        <CheckBox label="Mixed" checked={false} mixed onChange={none} />
        <CheckBox label="Disabled" checked={false} disabled onChange={none} />
      </div>
      <RadioGroup
        legend="Claim type"
        row
        value={radio}
        onChange={setRadio}
        options={[
          { value: 'paid', label: 'Paid' },
          { value: 'rejected', label: 'Rejected', detail: 'At the pharmacy' },
        ]}
      />
      <div className={css.row}>
        <Switch label="One-time fill" checked={on} onChange={setOn} />
        <Switch label="Off" checked={false} onChange={none} />
        <Switch label="Disabled" checked disabled onChange={none} />
      </div>
      <Segmented
        label="Decision"
        block
        value={seg}
        onChange={setSeg}
        options={[
          { value: 'approve', label: 'Approve', icon: icons.iconCheck, tone: 'teal' },
          { value: 'reject', label: 'Reject', icon: icons.iconClose, tone: 'red' },
        ]}
      />
      <OptionCards
        legend="Send by"
        numbered
        value={send}
        onChange={setSend}
        options={[
          {
            value: 'fax',
            label: 'Auto-fax',
            detail: '(813) 555-0142 · Pike-Hawthorne Pain Clinic',
            icon: icons.iconPrint,
            badge: <Badge>Used last</Badge>,
          },
          { value: 'mail', label: 'E-mail', detail: 'Send to yourself or a colleague to forward', icon: icons.iconAt },
          { value: 'post', label: 'Post', detail: 'No address on file', icon: icons.iconMail, disabled: true },
        ]}
      />
      <OptionCards
        legend="Snooze until"
        quiet
        look="lines"
        numbered
        value={snooze}
        onChange={setSnooze}
        options={[
          { value: '1', label: 'Later today', detail: 'Today, 2:00 PM', icon: icons.iconClock },
          { value: '2', label: 'Tomorrow morning', detail: 'Wed, May 14, 9:00 AM', icon: icons.iconClock },
        ]}
      />
      <GpiLadder
        legend="Approve which drugs?"
        value={gpi}
        onChange={setGpi}
        rungs={[
          { value: '14', words: 'This exact strength', examples: 'Tablet 10-325 mg', digits: 14 },
          { value: '12', words: 'Any strength of the tablet', examples: '4 strengths', digits: 12 },
          { value: '10', words: 'Any form of the drug', examples: 'Tablet, solution', digits: 10 },
          { value: '6', words: 'Same drug class', examples: 'Opioid combinations', digits: 6 },
        ]}
      />
      <div className={css.row}>
        <FilterChip name="State" value="CA" onRemove={none} />
        <FilterChip name="Delivery" value="Retail +4" onRemove={none} onOpen={none} />
        <AddChip label="Add filter" keys={['F']} />
        <ToggleChip label="30 days" on={days} onChange={setDays} />
        <ToggleChip label="60 days" on={!days} onChange={(value) => setDays(!value)} />
      </div>
    </Part>
  )
}

function Status() {
  return (
    <Part title="Status">
      <div className={css.row}>
        <Badge tone="green" icon={icons.iconCheck}>
          Approved
        </Badge>
        <Badge tone="red" icon={icons.iconClose}>
          Rejected
        </Badge>
        <Badge tone="amber" icon={icons.iconClock}>
          Waiting on prescriber
        </Badge>
        <Badge tone="teal">New</Badge>
        <Badge tone="blue" icon={icons.iconReceipt}>
          Billed
        </Badge>
        <Badge tone="violet">Team</Badge>
        <Badge>Used last</Badge>
      </div>
      <div className={css.row}>
        <Timer tone="over" words="42m overdue" fraction={0} exact="Due 05/13/2025 9:33 AM ET" />
        <Timer tone="soon" words="1h 12m left" fraction={0.12} exact="Due 05/13/2025 11:27 AM ET" />
        <Timer tone="ok" words="1d 4h left" fraction={0.58} exact="Due 05/14/2025 2:15 PM ET" />
        <Timer tone="snoozed" words="Wed 9:00 AM" fraction={0} exact="05/14/2025 9:00 AM ET" />
      </div>
      <div className={css.row}>
        <Timer pill tone="over" words="42m overdue" fraction={0} exact="Due 05/13/2025 9:33 AM ET" />
        <Timer pill tone="soon" words="1h 12m left" fraction={0.12} exact="Due 05/13/2025 11:27 AM ET" />
        <Timer pill tone="ok" words="1d 4h left" fraction={0.58} exact="Due 05/14/2025 2:15 PM ET" />
      </div>
      <div className={css.row}>
        <RejectChips
          rejects={[
            { code: '75', words: 'Needs approval first' },
            { code: '76', words: 'Over the plan limit' },
            { code: '922', words: 'Opioid dose too high' },
          ]}
        />
        <CodeChip code="922" words="Opioid dose too high" tone="red" beside />
        <Dot tone="green">Delivered</Dot>
        <Dot tone="red">Failed</Dot>
        <Dot tone="amber">Sending</Dot>
        <Keys of={['Ctrl', 'K']} stay />
      </div>
      <div className={css.row}>
        {['Juno Merriweather', 'Barnaby Quill', 'Odette Farthing', 'Thea Larkspur', 'Cosmo Pellington'].map((name) => (
          <Avatar key={name} name={name} />
        ))}
        <Avatar name="Juno Merriweather" size="small" />
        <Avatar name="Juno Merriweather" size="large" />
        <Tile icon={icons.iconWarning} tone="red" size="small" />
        <Tile icon={icons.iconSnooze} tone="amber" />
        <Tile icon={icons.iconStethoscope} tone="solidGreen" />
      </div>
      <Facts
        of={[
          ['Amount', '180 tablets for 30 days'],
          ['Prescriber', 'Ansel Pike-Hawthorne, MD'],
          ['Employer', ''],
        ]}
      />
      <div className={css.icons}>
        {Object.entries(icons).map(([name, drawing]) => (
          <Icon key={name} of={drawing} size={20} weight={1.5} />
        ))}
      </div>
    </Part>
  )
}

function Messages() {
  return (
    <Part title="Messages">
      <Note tone="amber">You only have 30 minutes to complete this section</Note>
      <Note tone="red">
        <b>Failed to download data extract.</b> Your choices are kept. <SupportId inline id="19C4-7B02-E8A5" />
      </Note>
      <Note
        tone="green"
        icon={icons.iconFlask}
        act={
          <Button tone="link" size="small">
            Run again
          </Button>
        }
      >
        <b>Trial run: it would pay.</b> $142.60, all 3 rejects cleared.
      </Note>
      <Note tone="blue">The Terms of Use were updated to version 3.0.</Note>
      <Banner label="Connection" tone="amber">
        You are offline. Nothing can be sent until the connection is back.
      </Banner>
    </Part>
  )
}

function Overlays() {
  const appearance = useAppearanceItems()
  return (
    <Part title="Toasts, menu, tooltip, dialogs">
      <div className={css.row}>
        <Button onClick={() => toast({ words: 'Saved.' })}>Plain toast</Button>
        <Button
          onClick={() =>
            toast({ words: 'Snoozed until Wed 9:00 AM.', onUndo: () => toast({ words: 'Snooze taken back.' }) })
          }
        >
          Undo toast
        </Button>
        <Button onClick={() => toast({ words: 'Update functionality is blocked for user', tone: 'error' })}>
          Error toast
        </Button>
      </div>
      <div className={css.row}>
        <Menu
          label="Account menu"
          head={
            <>
              <b>Juno Merriweather</b>
              <span>Kestrel Mutual</span>
            </>
          }
          trigger={(trigger) => (
            <Button {...trigger} icon={icons.iconUser}>
              Open menu
            </Button>
          )}
          items={[
            { label: 'Profile', icon: icons.iconUser, href: '/accounts/profile' },
            { label: 'Out of Office', icon: icons.iconAway, onSelect: none },
            { label: 'Change Master Carrier', icon: icons.iconBuilding, onSelect: none },
            { label: 'Export', icon: icons.iconExport, whyNot: 'You have view-only access', onSelect: none },
            { kind: 'line' },
            ...appearance,
            { kind: 'line' },
            { label: 'Log Out', icon: icons.iconLogOut, onSelect: none },
          ]}
        />
        <Tooltip tip="Drug safety alert" keys={['8']}>
          <Button>Tooltip</Button>
        </Tooltip>
      </div>
      <PreviewDialogs />
    </Part>
  )
}

function Clock() {
  const now = useNow()
  const [state, setState] = useState<'rest' | 'busy'>('rest')
  return (
    <Part title="Clock, loading">
      <div className={css.row}>
        <time dateTime={new Date(now).toISOString()}>{new Date(now).toISOString().slice(11, 16)}</time>
        <Button size="small" onClick={() => setClockOffset(7_200_000)}>
          Server is 2 h ahead
        </Button>
        <Button size="small" onClick={() => setState('busy')}>
          Start loading
        </Button>
        <Button size="small" onClick={() => setState('rest')}>
          Finish loading
        </Button>
      </div>
      <Loading busy={state === 'busy'} loaded="7 requests loaded." skeleton={<Skeleton width={148} />}>
        <p>The content.</p>
      </Loading>
    </Part>
  )
}

function Structure() {
  const [selected, setSelected] = useState(3)
  return (
    <Part title="Tabs, bulk bar, skeleton">
      <Tabs
        label="Saved views"
        panelId="views"
        current="/authorizations"
        tabs={[
          { href: '/authorizations', label: 'My pending', count: 38 },
          { href: '/authorizations?view=escalated', label: 'Escalated', count: 7, tone: 'red' },
          { href: '/authorizations?view=completed', label: 'Completed' },
        ]}
      />
      <div {...tabPanelProps('views')}>
        <p className="soft">The panel of the chosen tab.</p>
      </div>
      <BulkBar count={selected} things="requests" onClear={() => setSelected(0)}>
        <Button size="small" icon={icons.iconAssign} keys={['O']}>
          Assign
        </Button>
      </BulkBar>
      <div style={{ position: 'relative' }}>
        <RefreshBar busy />
        <Loading
          busy
          skeleton={
            <div className={css.row}>
              <Skeleton width={74} /> <Skeleton width={148} /> <Skeleton width={27} height={18} />
            </div>
          }
        >
          Loaded
        </Loading>
      </div>
    </Part>
  )
}

function Kit() {
  return (
    <PreviewFrame>
      <Page>
        <PageTitle title="Components" quiet />
        <div className={css.sheet}>
          <Part title="Colour">
            <div className={css.swatches}>
              {colours.map((pair) => (
                <span key={pair[0]} className={css.swatch} style={swatch(pair)}>
                  <b>Aa</b>
                  {pair[0]}
                </span>
              ))}
            </div>
          </Part>
          <Buttons />
          <Status />
          <Fields />
          <Messages />
          <Choices />
          <Overlays />
          <Structure />
          <Clock />
        </div>
      </Page>
    </PreviewFrame>
  )
}

function States() {
  return (
    <PreviewFrame>
      <Page>
        <PageTitle title="States" quiet />
        <State
          kind="noMatch"
          title="No requests match these filters"
          acts={
            <>
              <Button tone="primary">Clear all filters</Button>
              <Button>Remove “Reject is 88”, shows 2</Button>
            </>
          }
        >
          You have 38 pending requests, but none of them is a mail order request from Nevada with reject 88.
        </State>
        <State kind="allDone" title="Nothing is escalated">
          Every escalated request has a decision. The next one due is in 1 day 4 hours.
        </State>
        <State kind="empty" title="No recent patients">
          Patients you open appear here. Search for one above.
        </State>
        <State kind="noPermission" title="You can look, not change">
          Your role is read only. To decide this request, ask the case owner or your supervisor.
        </State>
        <ErrorState
          title="We could not load your requests"
          safe="The authorization service did not answer. Your filters are kept, and no decision was lost."
          text="Please try again or contact an RxDocket representative for assistance."
          supportId="19C4-7B02-E8A5"
          onRetry={none}
          onChat={none}
        />
        <ErrorState
          small
          title="We could not load past decisions"
          safe="The decision form still works."
          onRetry={none}
        />
      </Page>
    </PreviewFrame>
  )
}

export const kitViews = { kit: Kit, states: States }
