import { useId, useState } from 'react'
import { brand, phoneHref } from '#platform/brand.ts'
import { ask } from '#platform/browser/call.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { usDate } from '#platform/dates/day.ts'
import { exactWords } from '#platform/dates/words.ts'
import { Note } from '#platform/ui/display/note.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { pharmacyStatus, type StatusFound } from './contract.ts'
import { MOST_TYPED, readReference, WHAT_REFERENCE, type State } from './rules.ts'
import css from './status-page.module.css'

const tones: Readonly<Partial<Record<State, 'green' | 'red' | 'amber'>>> = {
  APPROVED: 'green',
  PAID: 'green',
  NOT_APPROVED: 'red',
  ENDED: 'amber',
  CLOSED: 'amber',
  UNKNOWN: 'amber',
}

/** /status: a pharmacy looks up its request by the reference number, without an account. */
export function StatusPage() {
  const id = useId()
  const [reference, setReference] = useState('')
  const [found, setFound] = useState<StatusFound>()
  const form = useFormSend({
    whatIsWrong: () => (readReference(reference) === undefined ? [{ id, message: WHAT_REFERENCE }] : []),
    send: async () => {
      setFound(undefined)
      setFound(await ask(pharmacyStatus.check, { referenceNumber: reference }))
    },
    idOf: (path) => (path === 'referenceNumber' ? id : undefined),
  })
  return (
    <Frame header={<HeaderOut logIn />}>
      <Page as="reading" className={css.page ?? ''}>
        <PageTitle title="Pharmacy status" focus failed={form.problems.length > 0}>
          Where is my request?
        </PageTitle>
        <form noValidate className={css.form} onSubmit={form.onSubmit}>
          {form.failure && <FailedNote what="The status could not be checked." failure={form.failure} />}
          <TextField
            id={id}
            label="Reference number"
            hint="12 digits, from the reject message. Enter no patient names."
            required
            inputMode="numeric"
            maxLength={MOST_TYPED}
            value={reference}
            onChange={setReference}
            error={form.problemOf(id)}
          />
          <SendButton tone="primary" size="large" busy={form.busy} busyLabel="Checking">
            Check status
          </SendButton>
        </form>
        <div role="status">
          {found && (
            <Note tone={tones[found.state] ?? 'blue'}>
              <b>{found.title}.</b> {found.next}
              <p className={css.small}>
                {found.received !== null && `Received ${usDate(found.received)}. `}
                Checked {exactWords(found.checkedAt, Intl.DateTimeFormat().resolvedOptions().timeZone)}.
              </p>
            </Note>
          )}
        </div>
        <p className={css.small}>
          This page shows no patient, drug or claim. Questions:{' '}
          <a href={phoneHref(brand.supportPhone)}>{brand.supportPhone}</a>
        </p>
      </Page>
    </Frame>
  )
}
