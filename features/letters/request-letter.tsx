import { documents } from '#features/documents/contract.ts'
import { useState } from 'react'
import { ask, CallFailed } from '#platform/browser/call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { FieldSet } from '#platform/ui/form/field-set.tsx'
import { iconAt, iconFile, iconMail, iconPrint } from '#platform/ui/display/icons.ts'
import { KeptNote } from '#platform/ui/form/kept-note.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { OptionCards } from '#platform/ui/form/option-cards.tsx'
import { SelectField } from '#platform/ui/form/select-field.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { Tile } from '#platform/ui/display/tile.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { sendingOf } from '#features/drafts/keepers.ts'
import { useDraft } from '#features/drafts/use-draft.ts'
import { letters } from './contract.ts'
import { letterBody } from './letter.ts'
import { factsOf, LetterPreview } from './letter-preview.tsx'
import { faxWords } from '#platform/text/phone-words.ts'
import { faxDigits } from './rules.ts'
import { letterTemplate, letterTemplates } from '#reference/letter-templates.ts'
import type { AuthDetail } from '#features/authorizations/contract.ts'
import css from './letters.module.css'
import { saveFile } from '#platform/browser/save-file.ts'
import { letterForm, type TypedLetter } from './typed.ts'

export type RequestLetterProps = { detail: AuthDetail; onClose: () => void }
type Ready = AnswerOf<typeof letters.preview>

/** Asks the prescriber for a letter of medical necessity: by fax, by e-mail, or on paper. */
export function RequestLetter({ detail, onClose }: RequestLetterProps) {
  const ready = useRead(letters.preview, { referenceNumber: detail.referenceNumber })
  if (ready.data) return <Form detail={detail} ready={ready.data} onClose={onClose} />
  return (
    <Dialog
      title="Request a letter of medical necessity"
      tile={<Tile icon={iconMail} />}
      size="large"
      onClose={onClose}
    >
      {ready.error ? (
        <NotLoaded small title="The letter could not be prepared" safe="Nothing was sent." of={ready} />
      ) : (
        <div className={css.loading} role="status" aria-label="Loading">
          {[70, 90, 60, 80, 40].map((width) => (
            <Skeleton key={width} width={`${width}%`} />
          ))}
        </div>
      )}
    </Dialog>
  )
}

function Form({ detail, ready, onClose }: RequestLetterProps & { ready: Ready }) {
  const { person, carrier } = useUser()
  const { prescriber } = ready
  const faxOnFile = prescriber.fax === null ? undefined : faxDigits(prescriber.fax)
  const [first] = useState<TypedLetter>(() => ({
    channel: ready.autoFax && faxOnFile ? 'FAX' : prescriber.email ? 'EMAIL' : ready.autoFax ? 'FAX' : 'PRINT',
    template: ready.template,
    left: [],
    comments: '',
    note: '',
    fax: faxOnFile ? faxWords(faxOnFile) : '',
    faxAgain: '',
    mail: prescriber.email ?? '',
    mailAgain: '',
  }))
  const [typed, setTyped] = useState<TypedLetter>()
  const type = (change: Partial<TypedLetter>) => setTyped((before) => ({ ...(before ?? first), ...change }))
  const { template, left, comments, note, fax, faxAgain, mail, mailAgain } = typed ?? first
  // Faxes may have been switched off since the draft was saved.
  const channel = (typed ?? first).channel === 'FAX' && !ready.autoFax ? 'PRINT' : (typed ?? first).channel
  const now = useNow()
  const id = detail.authorizationId
  const { shown, discard, takeOther, keepMine } = useDraft(letterForm, id, typed, setTyped)
  const sending = sendingOf({ mc: carrier.code, userId: person.id, about: 'request', subjectId: id }, letterForm.name)
  const [failure, setFailure] = useState<CallFailed>()
  const [opening, setOpening] = useState(false)
  const byMail = useAct(letters.email)
  const byFax = useAct(letters.fax)
  const cancel = useAct(letters.cancel)
  const busy = byMail.isPending || byFax.isPending

  const { questions } = letterTemplate(template)
  // Required questions are always asked.
  const chosen = questions.filter(({ key, required }) => required || !left.includes(key)).map(({ key }) => key)
  const newFax = channel === 'FAX' && faxDigits(fax) !== faxOnFile && fax.trim() !== ''
  const newMail =
    channel === 'EMAIL' && mail.trim() !== '' && mail.trim().toLowerCase() !== (prescriber.email ?? '').toLowerCase()
  const wrong = (path: string): string | undefined =>
    failure?.fields.find((field) => field.path === path || field.path.startsWith(`${path}.`))?.message
  const marked = ['faxNumber', 'confirmFaxNumber', 'to', 'confirmTo', 'comments', 'coverNote'].some(wrong)

  const facts = factsOf(detail, carrier.name, prescriber.name, person.name)

  const send = async () => {
    if (busy) return
    setFailure(undefined)
    sending.sent()
    const about = {
      authorizationId: detail.authorizationId,
      version: detail.version,
      documentId: ready.documentId,
      template,
      questions: chosen,
      comments,
    }
    try {
      const sent =
        channel === 'EMAIL'
          ? await byMail.mutateAsync({
              ...about,
              to: [mail.trim()],
              ...(newMail && { confirmTo: [mailAgain.trim()] }),
            })
          : await byFax.mutateAsync({
              ...about,
              faxNumber: fax,
              coverNote: note,
              autoFax: channel === 'FAX',
              ...(newFax && { confirmFaxNumber: faxAgain }),
            })
      sending.taken({ forget: true })
      onClose()
      if (channel === 'PRINT') {
        saveFile(
          await ask(documents.file, { id: sent.letterDocId, x: 2 }),
          `Letter request ${sent.referenceNumber}.pdf`,
        )
        toast({
          words: `Letter ${sent.referenceNumber} is ready to print.`,
          detail: 'The request is waiting for the answer.',
        })
        return
      }
      toast({
        words: `Letter to ${prescriber.name} goes out ${channel === 'FAX' ? `by fax to ${faxWords(faxDigits(fax) ?? fax)}` : `by e-mail to ${mail.trim()}`}.`,
        detail: `Answer by ${usDate(sent.answerBy)}. The deadline still applies.`,
        onUndo: () =>
          cancel.mutate(
            { lomnId: sent.lomnId },
            {
              onSuccess: () => toast({ words: 'The letter was canceled. It was not sent.', tone: 'info' }),
              onError: (error) =>
                toast({ tone: 'error', words: 'The letter could not be canceled.', detail: error.message }),
            },
          ),
      })
    } catch (error) {
      sending.back()
      if (error instanceof CallFailed) setFailure(error)
      else throw error
    }
  }
  const openPreview = async () => {
    setOpening(true)
    try {
      // A new preview: the first one may have expired, or show another template.
      const { previewUrl } = await ask(letters.preview, {
        referenceNumber: detail.referenceNumber,
        template,
        prescriberId: prescriber.npi,
      })
      const file = await ask(letters.previewFile, { preview: previewUrl.split('/').at(-1)! })
      saveFile(file, `Letter preview ${detail.referenceNumber}.pdf`)
    } catch (error) {
      toast({
        tone: 'error',
        words: 'The preview could not be made.',
        detail: error instanceof CallFailed ? error.message : 'Please try again.',
      })
    } finally {
      setOpening(false)
    }
  }

  const verb = { FAX: 'Send by fax', EMAIL: 'Send by e-mail', PRINT: 'Print and wait' }[channel]
  return (
    <Dialog
      title="Request a letter of medical necessity"
      tile={<Tile icon={iconMail} />}
      size="large"
      sheet="full"
      onClose={onClose}
      onSubmit={() => void send()}
      footerStart={
        <Button
          tone="quiet"
          icon={iconFile}
          busy={opening}
          busyLabel="Making the PDF"
          onClick={() => void openPreview()}
        >
          Preview as PDF
        </Button>
      }
      footer={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <SendButton tone="primary" size="large" busy={busy} busyLabel="Sending">
            {verb}
          </SendButton>
        </>
      }
    >
      <div className={css.kept}>
        <KeptNote
          {...shown}
          zone={person.timeZone}
          now={now}
          onDiscard={discard}
          onTakeOther={takeOther}
          onKeepMine={keepMine}
        />
      </div>
      {failure && !marked && (
        <Note tone="red" role="alert" className={css.note ?? ''}>
          <b>The letter was not sent.</b> {failure.message}
        </Note>
      )}
      <div className={css.sides}>
        <div className={css.form}>
          <p className={css.intro}>
            Ask {prescriber.name} why this drug, dose and length of treatment are needed. You can decide any time; the
            deadline keeps running.
          </p>
          <OptionCards
            legend="Send by"
            value={channel}
            onChange={(to) => {
              type({ channel: to })
              setFailure(undefined)
            }}
            options={[
              {
                value: 'FAX' as const,
                label: 'Fax',
                icon: iconPrint,
                detail: !ready.autoFax
                  ? 'Not available for this carrier'
                  : faxOnFile
                    ? `${faxWords(faxOnFile)} · on file`
                    : 'No fax number on file',
                disabled: !ready.autoFax,
              },
              {
                value: 'EMAIL' as const,
                label: 'E-mail with a secure link',
                icon: iconAt,
                detail: prescriber.email ? `${prescriber.email} · on file` : 'No e-mail address on file',
              },
              {
                value: 'PRINT' as const,
                label: 'Print',
                icon: iconFile,
                detail: 'Mail or fax it yourself; support records the reply',
              },
            ]}
          />
          {channel === 'FAX' && (
            <>
              <TextField
                label="Fax number"
                type="tel"
                inputMode="tel"
                value={fax}
                onChange={(fax) => type({ fax })}
                error={wrong('faxNumber')}
              />
              {newFax && (
                <TextField
                  label="Fax number again"
                  type="tel"
                  inputMode="tel"
                  value={faxAgain}
                  onChange={(faxAgain) => type({ faxAgain })}
                  error={wrong('confirmFaxNumber')}
                  hint={`This number is not on file for ${prescriber.name}. Enter it again to confirm.`}
                />
              )}
            </>
          )}
          {channel === 'EMAIL' && (
            <>
              <TextField
                label="E-mail address"
                type="email"
                inputMode="email"
                spellCheck={false}
                value={mail}
                onChange={(mail) => type({ mail })}
                error={wrong('to')}
              />
              {newMail && (
                <TextField
                  label="E-mail address again"
                  type="email"
                  inputMode="email"
                  spellCheck={false}
                  value={mailAgain}
                  onChange={(mailAgain) => type({ mailAgain })}
                  error={wrong('confirmTo')}
                  hint={`This address is not on file for ${prescriber.name}. Enter it again to confirm.`}
                />
              )}
            </>
          )}
          <SelectField
            label="Template"
            value={template}
            onChange={(to) => type({ template: to, left: [] })}
            options={letterTemplates.map(({ id, name }) => ({ value: id, label: name }))}
            hint={letterTemplate(template).fits}
          />
          <FieldSet legend="Ask about">
            {questions.map(({ key, short, required }) => (
              <CheckBox
                key={key}
                label={required ? `${short} (required)` : short}
                checked={chosen.includes(key)}
                disabled={required}
                onChange={(on) => type({ left: on ? left.filter((one) => one !== key) : [...left, key] })}
              />
            ))}
          </FieldSet>
          <TextArea
            label="Also"
            aside="optional"
            limit={1000}
            value={comments}
            onChange={(comments) => type({ comments })}
            error={wrong('comments')}
            placeholder="What the prescriber should know or add"
          />
          {channel === 'FAX' && (
            <TextArea
              label="On the cover page"
              aside="optional"
              limit={500}
              value={note}
              onChange={(note) => type({ note })}
              error={wrong('coverNote')}
            />
          )}
          <p className={css.small}>
            Answer by {usDate(ready.answerBy)}. After that date the request returns to you unanswered.
          </p>
        </div>
        <LetterPreview
          carrier={carrier.name}
          prescriber={prescriber.name}
          answerBy={usDate(ready.answerBy)}
          fax={channel === 'FAX' ? fax : ''}
          mail={channel === 'EMAIL' ? mail : ''}
          body={letterBody(facts, { template, questions: chosen, comments, answerBy: ready.answerBy })}
        />
      </div>
    </Dialog>
  )
}
