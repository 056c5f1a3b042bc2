import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { patientAddress } from '#features/claims/patient-address.ts'
import { patients } from '#features/patients/contract.ts'
import { guessType, sentText } from '#features/patients/search-type.ts'
import { requestPath } from '#features/authorizations/queue.ts'
import { worklist } from '#features/worklist/contract.ts'
import type { Menu } from '#platform/browser/screen.ts'
import { useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { usDate } from '#platform/dates/day.ts'
import { cx } from '#platform/ui/cx.ts'
import { Icon } from '#platform/ui/display/icon.tsx'
import { iconArrowRight, iconClipboard, iconSearch, iconUser } from '#platform/ui/display/icons.ts'
import { useRested } from '#platform/ui/form/use-rested.ts'
import { Keys } from '#platform/ui/keys/keys.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import type { MenuItem } from '#platform/ui/overlay/menu.tsx'
import css from './palette.module.css'

type Line = {
  group: 'Patients and claims' | 'Requests' | 'Screens' | 'Actions'
  label: string
  detail?: string | undefined
  icon: string
  keys?: readonly string[] | undefined
  run: () => void
}

/** Letters before patients and requests are looked for. */
const LEAST_LETTERS = 3
const MOST_OF_A_KIND = 5
const REST_MS = 300

type PaletteProps = { menus: readonly Menu[]; actions: readonly MenuItem[]; onClose: () => void }

/** Finds a patient, a claim, a request, a page or something to do from anywhere (Ctrl K). */
export function Palette({ menus, actions, onClose }: PaletteProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [, navigate] = useLocation()
  const close = (then: () => void) => {
    onClose()
    then()
  }
  const typed = text.trim()
  const found = useFound(typed, (address) => close(() => navigate(address)))
  const has = (words: string) => words.toLowerCase().includes(typed.toLowerCase())
  const screens: Line[] = menus
    .filter(({ label }) => has(label))
    .map(({ label, href, icon, key }) => ({
      group: 'Screens',
      label,
      icon,
      keys: ['G', key.toUpperCase()],
      run: () => close(() => navigate(href)),
    }))
  const acts: Line[] = actions.flatMap((item) => {
    if ((item.kind !== undefined && item.kind !== 'item') || item.whyNot !== undefined || !has(item.label)) return []
    const { label, icon = iconArrowRight, href, outside, onSelect, keys } = item
    const go = href === undefined ? onSelect : outside ? () => location.assign(href) : () => navigate(href)
    return go ? [{ group: 'Actions' as const, label, icon, keys, run: () => close(go) }] : []
  })
  const lines = [...found.lines, ...screens, ...acts]
  const current = Math.min(at, lines.length - 1)
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
            setAt(0)
          }}
          onKeyDown={(event) => {
            const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
            if (step !== 0 && lines.length > 0) {
              event.preventDefault()
              setAt((current + step + lines.length) % lines.length)
            } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
              event.preventDefault()
              lines[current]?.run()
            }
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
              onPointerMove={() => setAt(index)}
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
              ? 'Nothing found. Check the spelling, or use Patients to search by another type.'
              : typed.length < LEAST_LETTERS
                ? 'Type three letters or digits to find patients and requests.'
                : `${lines.length} found.`}
      </p>
    </Dialog>
  )
}

/** Patients and requests for a text, once the user has stopped typing. */
function useFound(typed: string, open: (address: string) => void): { lines: Line[]; busy: boolean; failed: boolean } {
  const { carrier } = useUser()
  const rested = useRested(typed, REST_MS)
  const type = guessType(rested) ?? 'C'
  const off = rested.length < LEAST_LETTERS
  const people = useRead(
    patients.search,
    { masterCarrier: carrier.code, searchType: type, value: sentText(type, rested), size: MOST_OF_A_KIND },
    { off },
  )
  const requests = useRead(
    worklist.search,
    {
      mc: carrier.code,
      authSearchKey: /^\d{12}$/.test(rested) ? 'Au' : type === 'N' ? 'N' : 'C',
      authSearchValue: rested,
      size: MOST_OF_A_KIND,
    },
    { off: off || type === 'A' || type === 'T' || type === 'M' },
  )
  if (off || rested !== typed) return { lines: [], busy: typed.length >= LEAST_LETTERS, failed: false }
  const lines: Line[] = [
    ...(people.data?.content ?? []).map((one) => ({
      group: 'Patients and claims' as const,
      label: `${one.claimantFirstName} ${one.claimantLastName}`,
      detail: `Born ${usDate(one.dob)} · Claim ${one.customerClaimNumber} · ${one.subCarrier}${one.match === 'CLOSE' ? ' · close spelling' : ''}`,
      icon: iconUser,
      run: () => open(patientAddress(one)),
    })),
    ...(requests.data?.content ?? []).map((one) => ({
      group: 'Requests' as const,
      label: `${one.drugName} for ${one.claimantFirstName} ${one.claimantLastName}`,
      detail: `Claim ${one.claimNumber} · ${one.referenceNumber}`,
      icon: iconClipboard,
      run: () => open(requestPath(one.authorizationId)),
    })),
  ]
  const failed = people.error !== null && people.error.code !== 'VALIDATION'
  return { lines, busy: people.isFetching || requests.isFetching, failed: failed && lines.length === 0 }
}
