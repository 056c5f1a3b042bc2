import { useRef, useState } from 'react'
import { Badge } from '#platform/ui/display/badge.tsx'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { iconBuilding, iconSearch } from '#platform/ui/display/icons.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useKeys, type KeyMap } from '#platform/ui/keys/use-keys.ts'
import css from './select-carrier.module.css'
import { plural } from '#platform/text/plural.ts'

export type CarrierOption = {
  /** Master carrier code. */
  code: string
  name: string
  /** Number of its programs (sub-carriers) the user works for. */
  programs: number
  /** What waits for the user there, in words; undefined until it is known. */
  waits?: string | undefined
}

type SelectCarrierProps = {
  options: readonly CarrierOption[]
  /** Code of the carrier used last; preselected. */
  previous?: string | undefined
  onSubmit: (code: string) => void
  onLogout: () => void
  /** Opened from the menu it may be closed without choosing; pending after sign-in it may not. */
  onCancel?: (() => void) | undefined
  busy?: boolean
  error?: string | undefined
}

const findAbove = 7

/** Select Carrier. Pending after sign-in it stays until a carrier is chosen; keys 1 to 9 choose, Enter submits. */
export function SelectCarrier({
  options,
  previous,
  onSubmit,
  onLogout,
  onCancel,
  busy = false,
  error,
}: SelectCarrierProps) {
  const [code, setCode] = useState(() => (options.find((option) => option.code === previous) ?? options[0])?.code)
  const [find, setFind] = useState('')
  const dialog = useRef<HTMLElement>(null)
  const wanted = find.trim().toLowerCase()
  const shown = options.filter((option) => `${option.name} ${option.code}`.toLowerCase().includes(wanted))
  // What is not visible cannot be submitted by accident.
  const chosen = shown.some((option) => option.code === code) ? code : shown.length === 1 ? shown[0]!.code : undefined

  const keys: KeyMap = {}
  shown.slice(0, 9).forEach((option, index) => (keys[index + 1] = () => setCode(option.code)))
  useKeys(keys, { scope: dialog })

  return (
    <Dialog
      title="Select Carrier"
      size="small"
      onClose={onCancel}
      onSubmit={() => {
        if (chosen !== undefined && !busy) onSubmit(chosen)
      }}
      footerStart={
        onCancel ? undefined : (
          <Button tone="quiet" onClick={onLogout}>
            Log Out
          </Button>
        )
      }
      footer={
        <>
          {onCancel && (
            <Button size="large" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            tone="primary"
            size="large"
            busy={busy}
            busyLabel="Opening"
            disabled={chosen === undefined}
          >
            Submit
          </Button>
        </>
      }
    >
      <div ref={(element) => void (dialog.current = element?.closest('dialog') ?? null)}>
        {error && (
          <Note tone="red" role="alert" className={css.error}>
            {error}
          </Note>
        )}
        <p className={css.intro}>
          You work for more than one carrier. Pick the one to work in now. You can switch later from the menu under your
          name.
        </p>
        {options.length > findAbove && (
          <TextField
            label="Find a carrier"
            quiet
            size="large"
            icon={iconSearch}
            placeholder="Name or code"
            spellCheck={false}
            value={find}
            onChange={setFind}
            className={css.find}
            data-autofocus
          />
        )}
        {shown.length ? (
          <OptionCards
            legend="Carrier"
            quiet
            numbered
            value={chosen}
            onChange={setCode}
            options={shown.map((option) => ({
              value: option.code,
              label: option.name,
              detail: [option.code, plural(option.programs, 'program'), option.waits].filter(Boolean).join(' · '),
              icon: iconBuilding,
              badge: option.code === previous ? <Badge>Used last</Badge> : undefined,
            }))}
          />
        ) : (
          <p className={css.none} role="status">
            No carrier has “{find.trim()}” in its name or code.
          </p>
        )}
      </div>
    </Dialog>
  )
}
