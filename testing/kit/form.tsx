import { useState } from 'react'
import { AddChip } from '#platform/ui/list/add-chip.tsx'
import { Badge } from '#platform/ui/display/badge.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { CopyButton } from '#platform/ui/button/copy-button.tsx'
import { DateField } from '#platform/ui/form/date-field.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FilterChip } from '#platform/ui/list/filter-chip.tsx'
import { GpiLadder } from '#features/decisions/form/gpi-ladder.tsx'
import * as icons from '#platform/ui/display/icons.ts'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SearchBy } from '#platform/ui/form/search-by.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Stepper } from '#platform/ui/form/stepper.tsx'
import { Switch } from '#platform/ui/form/switch.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { ToggleChip } from '#platform/ui/form/toggle-chip.tsx'
import css from './kit.module.css'
import { Part, none, today } from './part.tsx'

export function Fields() {
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

export function Choices() {
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
