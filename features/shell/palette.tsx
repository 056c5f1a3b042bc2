import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { patients } from '#features/patients/contract.ts'
import { guessType, sentText } from '#features/patients/search-type.ts'
import { owners } from '#features/owners/contract.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { completeStatuses, openStatuses } from '#features/authorizations/statuses.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { Menu } from '#platform/browser/screen.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { cx } from '#platform/ui/cx.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconArrowRight, iconClipboard, iconPeople, iconSearch, iconUser } from '#platform/ui/display/icons.ts'
import { useChooser } from '#platform/ui/form/use-chooser.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import {
  useDrugLines,
  useHelpLines,
  usePageLines,
  useRecentLines,
  useSettingLines,
  useViewLines,
  type Line,
} from './palette-lines.ts'
import css from './palette.module.css'
import { plural } from '#platform/text/plural.ts'

/** Letters before patients and requests are looked for. */
const LEAST_LETTERS = 3
const MOST_OF_A_KIND = 5
const MOST_LETTERS = 60
const REST_MS = 300

type PaletteProps = { menus: readonly Menu[]; actions: readonly MenuItem[]; onClose: () => void }

/** Finds a patient, a claim, a request, a drug, a page, a view, a setting, a word of Help or something to do here (Ctrl K). */
export function Palette({ menus, actions, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const close = (then: () => void) => {
    onClose()
    then()
  }
  const { typed, only } = narrowed(text)
  const open = (address: string) => close(() => navigate(address))
  const found = useFound(typed, only, open)
  const has = (words: string) => words.toLowerCase().includes(typed.toLowerCase())
  const mayDo = only === undefined || only === 'Actions'
  const screens: Line[] = (mayDo ? menus : [])
    .filter(({ label }) => has(label))
    .map(({ label, href, icon, key }) => ({
      group: 'Screens',
      label,
      icon,
      keys: ['G', key.toUpperCase()],
      run: () => close(() => navigate(href)),
    }))
  const acts: Line[] = (mayDo ? actions : []).flatMap((item) => {
    if ((item.kind !== undefined && item.kind !== 'item') || item.whyNot !== undefined || !has(item.label)) return []
    const { label, icon = iconArrowRight, href, outside, onSelect, keys } = item
    const go = href === undefined ? onSelect : outside ? () => location.assign(href) : () => navigate(href)
    return go ? [{ group: 'Actions' as const, label, icon, keys, run: () => close(go) }] : []
  })
  const onPage = usePageLines(close)
  const helps = useHelpLines(typed, only !== undefined || typed.length < 2, open)
  const views = useViewLines(open)
  const settings = useSettingLines(close)
  const recent = useRecentLines(open)
  const named = (of: readonly Line[]) => (mayDo ? of.filter(({ label }) => has(label)) : [])
  const lines = [
    ...(text === '' ? recent : []),
    ...found.lines,
    ...named(onPage),
    ...named(views),
    ...screens,
    ...acts,
    ...named(settings),
    ...helps,
  ]
  // Answers to another text are not listed, so the marked line is always one of this text.
  const chooser = useChooser({ typed, shown: lines, answered: true })
  const current = chooser.at
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [current])

  return (
    <Dialog title="Find or do anything" size="large" sheet="full" onClose={onClose}>
      <label className={css.field}>
        <Icon of={iconSearch} />
        <span className="sr-only">Patient, claim, request, page or action</span>
        <input
          data-autofocus
          type="text"
          role="combobox"
          aria-expanded={lines.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={current >= 0 ? `${id}-${current}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Claim number, last name, page or action"
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            chooser.mark(0)
          }}
          onKeyDown={(event) => {
            if (chooser.arrows(event) || event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            void chooser.meant().then((line) => line?.run())
          }}
        />
      </label>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Results" className={css.list} tabIndex={-1}>
        {lines.map((line, index) => (
          <div key={`${line.group} ${line.label} ${line.detail ?? ''}`} role="presentation">
            {line.group !== lines[index - 1]?.group && (
              <p className={css.group} role="presentation">
                {line.group}
              </p>
            )}
            {/* The field keeps the focus; the mouse chooses a line, the keys go through the field. */}
            <div
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === current}
              className={cx(css.line, index === current && css.current)}
              onPointerMove={() => chooser.mark(index)}
              onClick={line.run}
              onKeyDown={(event) => event.key === 'Enter' && line.run()}
            >
              <Icon of={line.icon} size={16} />
              <span className={css.words}>
                <b>{line.label}</b>
                {line.detail && <small>{line.detail}</small>}
              </span>
              {line.keys && (
                <span aria-hidden="true">
                  <Keys of={line.keys} />
                </span>
              )}
            </div>
          </div>
        ))}
      </div>
      <p role="status" className={css.state}>
        {found.failed
          ? 'Patients and requests could not be searched. Pages and actions still work.'
          : found.busy
            ? 'Searching'
            : lines.length === 0
              ? nothing[only ?? 'all']
              : typed.length < LEAST_LETTERS
                ? 'Type three letters or digits to find patients, requests, drugs and help. Begin with @ for colleagues, # for claims, > for actions.'
                : `${lines.length} found.`}
      </p>
    </Dialog>
  )
}

/** What was looked through in vain, and how else to look. */
const nothing = {
  all:
    'Nothing found. Patients, claims, open and completed requests, drugs, colleagues, pages, views, actions, settings and help ' +
    'were searched. Check the spelling, or use Patients to search by another type.',
  People: 'No colleague found. Type a last name or a first name.',
  'Patients and claims': 'No patient, claim or request found. Type a claim number, a reference number or a last name.',
  Actions: 'No page, view, action or setting found. Delete what you typed to see them all.',
} as const

const signs = { '@': 'People', '#': 'Patients and claims', '>': 'Actions' } as const
type Only = (typeof signs)[keyof typeof signs]

/** A sign in front narrows what is looked for: @ colleagues, # claims, > pages and actions. */
function narrowed(text: string): { typed: string; only: Only | undefined } {
  const trimmed = text.trim()
  const only = Object.entries(signs).find(([sign]) => trimmed.startsWith(sign))?.[1]
  return { typed: only ? trimmed.slice(1).trim() : trimmed, only }
}

/** Colleagues, patients and requests for a text, once the user has stopped typing. */
function useFound(typed: string, only: Only | undefined, open: (address: string) => void) {
  const { carrier } = useUser()
  const rested = useRested(typed, REST_MS)
  const type = guessType(rested) ?? 'C'
  const off = rested.length < LEAST_LETTERS || only === 'Actions'
  const claims = only === undefined || only === 'Patients and claims'
  const colleagues = useRead(
    owners.activeBeginning,
    { mc: carrier.code, chars: rested.slice(0, MOST_LETTERS) },
    { off: off || (only !== undefined && only !== 'People') || (type !== 'N' && type !== 'A') },
  )
  const people = useRead(
    patients.search,
    { masterCarrier: carrier.code, searchType: type, value: sentText(type, rested), size: MOST_OF_A_KIND },
    { off: off || !claims },
  )
  const requests = useRead(
    worklist.search,
    {
      mc: carrier.code,
      authSearchKey: /^\d{12}$/.test(rested) ? 'Au' : type === 'N' ? 'N' : 'C',
      authSearchValue: rested,
      authStatuses: [...openStatuses, ...completeStatuses],
      size: MOST_OF_A_KIND,
    },
    { off: off || !claims || type === 'A' || type === 'T' || type === 'M' },
  )
  const isName = /^[a-z]{3}/i.test(rested)
  const drugs = useDrugLines(rested.slice(0, MOST_LETTERS), off || !isName || only !== undefined, open)
  if (off || rested !== typed) return { lines: [], busy: !off && rested !== typed, failed: false }
  const lines: Line[] = [
    ...(colleagues.data ?? []).slice(0, MOST_OF_A_KIND).map((one) => ({
      group: 'People' as const,
      label: one.name,
      detail: `${one.openCount === null ? 'Open requests' : plural(one.openCount, 'request')}${one.outOfOffice ? ' · out of office' : ''}`,
      icon: iconPeople,
      run: () => open(`/authorizations/${one.userId}`),
    })),
    ...(people.data?.content ?? []).map((one) => ({
      group: 'Patients and claims' as const,
      label: `${one.claimantFirstName} ${one.claimantLastName}`,
      detail: `Born ${usDate(one.dob)} · Claim ${one.customerClaimNumber} · ${one.subCarrier}${one.match === 'CLOSE' ? ' · close to what you typed' : ''}`,
      icon: iconUser,
      run: () => open(patientAddress(one)),
    })),
    ...(requests.data?.content ?? []).map((one) => ({
      group: 'Requests' as const,
      label: `${one.drugName} for ${one.claimantFirstName} ${one.claimantLastName}`,
      detail: `${one.authorizationStatus} · Claim ${one.claimNumber} · ${one.referenceNumber}`,
      icon: iconClipboard,
      run: () => open(requestPath(one.authorizationId)),
    })),
    ...drugs,
  ]
  const failed = people.error !== null && people.error.code !== 'VALIDATION'
  const busy = people.isFetching || requests.isFetching || colleagues.isFetching
  return { lines, busy, failed: failed && lines.length === 0 }
}
