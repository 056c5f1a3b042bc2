import { useId, useState } from 'react'
import { ask, type CallFailed } from '#platform/browser/call.ts'
import { brand } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { Card } from '#platform/ui/display/card.tsx'
import { CheckBox } from '#platform/ui/form/check-box.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Facts } from '#platform/ui/list/facts.tsx'
import { Field } from '#platform/ui/form/field.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Note } from '#platform/ui/display/note.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { focusNextTitle } from '#platform/browser/page-focus.ts'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { Segmented } from '#platform/ui/form/segmented.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { TextField } from '#platform/ui/form/text-field.tsx'
import { useLeaveQuestion } from '#platform/ui/overlay/use-leave-question.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useLinkCode } from '#platform/browser/use-link-code.ts'
import css from './answer-page.module.css'
import { whatIsMissing } from './complete.ts'
import { letters, type OpenedLetter } from './contract.ts'
import { readCode } from './rules.ts'

const MAX_MB = 10

/** The page /letter: a prescriber without an account reads and answers a letter by its code. */
export function LetterPage() {
  const { code, linked, setCode, opened, failure, busy, open } = useLinkCode((token) => ask(letters.open, { token }), {
    byPress: true,
  })
  const [done, setDone] = useState<{ referenceNumber: string }>()
  return (
    <Frame header={<HeaderOut />}>
      <Page as="reading" className={css.page ?? ''}>
        {done ? (
          <Thanks referenceNumber={done.referenceNumber} opened={opened!} />
        ) : opened?.letter ? (
          <Answer
            opened={opened}
            letter={opened.letter}
            code={code}
            onDone={(answer) => (focusNextTitle(), setDone(answer))}
          />
        ) : opened ? (
          <Closed opened={opened} />
        ) : (
          <EnterCode code={code} linked={linked} onChange={setCode} busy={busy} failure={failure} onOpen={open} />
        )}
      </Page>
    </Frame>
  )
}

type EnterCodeProps = {
  code: string
  /** The code came with the link. */
  linked: boolean
  onChange: (code: string) => void
  busy: boolean
  failure: CallFailed | undefined
  onOpen: () => void
}
function EnterCode({ code, linked, onChange, busy, failure, onOpen }: EnterCodeProps) {
  const [short, setShort] = useState(false)
  const wrong =
    failure?.code === 'NOT_FOUND'
      ? 'No letter has this code. Check it, or call the number in the letter.'
      : short
        ? 'The code has 20 letters and digits, in five groups of four.'
        : undefined
  return (
    <>
      <PageTitle title="Answer a letter" focus>
        Answer a letter of medical necessity
      </PageTitle>
      <p className={css.lead}>
        {linked
          ? 'The code of your letter is filled in. Open the letter to read and answer it.'
          : 'Enter the code from your letter, fax or e-mail.'}
      </p>
      <form
        noValidate
        className={css.form}
        onSubmit={(event) => {
          event.preventDefault()
          const complete = readCode(code) !== undefined
          setShort(!complete)
          if (complete && !busy) onOpen()
        }}
      >
        {failure && failure.code !== 'NOT_FOUND' && (
          <FailedNote failure={failure} what="The letter could not be opened." />
        )}
        <TextField
          label="Letter code"
          size="large"
          value={code}
          onChange={onChange}
          error={wrong}
          spellCheck={false}
          autoCapitalize="characters"
          placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
        />
        <Button type="submit" tone="primary" size="large" busy={busy} busyLabel="Opening">
          Open the letter
        </Button>
      </form>
    </>
  )
}

function Closed({ opened }: { opened: OpenedLetter }) {
  const answered = opened.state === 'ANSWERED'
  return (
    <>
      <PageTitle title="Letter closed" focus>
        {answered ? 'This letter was answered' : 'An answer is no longer needed'}
      </PageTitle>
      <p className={css.lead}>
        {answered && opened.answeredAt
          ? `${opened.carrier} has the answer to ${opened.referenceNumber} since ${usDate(dateIn(Date.parse(opened.answeredAt), Intl.DateTimeFormat().resolvedOptions().timeZone))}. No further action is needed.`
          : `The request was decided, or the time to answer has passed. If you have questions about ${opened.referenceNumber}, call ${opened.carrier}: ${opened.phone}.`}
      </p>
    </>
  )
}

function Thanks({ referenceNumber, opened }: { referenceNumber: string; opened: OpenedLetter }) {
  return (
    <>
      <PageTitle title="Answer sent" focus>
        Thank you. Your answer was sent
      </PageTitle>
      <p className={css.lead}>
        {opened.carrier} has your answer to {referenceNumber}. You can close this page. Questions: {opened.phone}.
      </p>
    </>
  )
}

type AnswerProps = {
  opened: OpenedLetter
  letter: NonNullable<OpenedLetter['letter']>
  code: string
  onDone: (answer: { referenceNumber: string }) => void
}

function Answer({ opened, letter, code, onDone }: AnswerProps) {
  const [way, setWay] = useState<'type' | 'attach'>('type')
  const [answers, setAnswers] = useState<readonly string[]>(letter.questions.map(() => ''))
  const [file, setFile] = useState<File>()
  const [signedBy, setSignedBy] = useState('')
  const [attested, setAttested] = useState(false)
  const base = useId()
  const ids = { file: `${base}-file`, name: `${base}-name`, attested: `${base}-attested` }
  const idOf = (question: number) => `${base}-q${question}`

  useLeaveQuestion(file !== undefined || answers.some((answer) => answer.trim() !== ''))

  const whatIsWrong = () => [
    ...(way === 'type'
      ? whatIsMissing(letter.questions, answers).map(({ at, message }) => ({ id: idOf(at), message }))
      : []),
    ...(way === 'attach' && !file ? [{ id: ids.file, message: 'Choose the file of your letter.' }] : []),
    ...(way === 'attach' && file && file.size > MAX_MB * 1024 * 1024
      ? [{ id: ids.file, message: `The file is larger than ${MAX_MB} MB. Send a smaller one.` }]
      : []),
    ...(signedBy.trim().length < 3 ? [{ id: ids.name, message: 'Enter your name as you sign.' }] : []),
    ...(attested ? [] : [{ id: ids.attested, message: 'Confirm that you are the prescriber, or act for them.' }]),
  ]
  const send = async () => {
    const bytes = way === 'attach' && file ? new Uint8Array(await file.arrayBuffer()) : undefined
    onDone(
      await ask(letters.respond, {
        token: code,
        ...(bytes && file && { file: { name: file.name, type: file.type, bytes } }),
        ...(way === 'type' && { answers: [...answers] }),
        signedBy: signedBy.trim(),
        attested: true,
      }),
    )
  }
  const form = useFormSend({
    whatIsWrong,
    send,
    idOf: (path) => {
      const question = /^answers(?:\.(\d+))?$/.exec(path)
      return question ? idOf(Number(question[1] ?? 0)) : { file: ids.file, signedBy: ids.name }[path]
    },
  })
  const problem = form.problemOf

  return (
    <>
      <PageTitle title="Answer a letter" focus failed={form.problems.length > 0}>
        {letter.title}
      </PageTitle>
      <p className={css.lead}>
        {opened.carrier} asks {letter.prescriber}. Questions: {opened.phone}.
      </p>
      <Card title="What it is about">
        <Facts of={letter.facts} />
      </Card>
      <p className={css.words}>{letter.intro}</p>
      {letter.comments && (
        <Note tone="blue">
          <b>Also:</b> <span className={css.comments}>{letter.comments}</span>
        </Note>
      )}
      <p className={css.words}>{letter.answerBy}</p>
      <form noValidate className={css.form} onSubmit={form.onSubmit}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        {form.failure && <FailedNote failure={form.failure} what="Your answer was not sent." />}
        <Segmented
          label="How to answer"
          block
          value={way}
          options={[
            { value: 'type', label: 'Type the answers' },
            { value: 'attach', label: 'Attach a letter' },
          ]}
          onChange={setWay}
        />
        {way === 'type' ? (
          letter.questions.map(({ key, text, required }, index) => (
            <TextArea
              key={key}
              id={idOf(index)}
              label={`${index + 1}. ${text}`}
              required={required}
              rows={3}
              limit={3000}
              value={answers[index] ?? ''}
              error={problem(idOf(index))}
              onChange={(to) => setAnswers(answers.map((answer, at) => (at === index ? to : answer)))}
            />
          ))
        ) : (
          <>
            <p className={css.words}>
              Questions marked “required” must be answered, or the letter may be returned to you.
            </p>
            <ol className={css.questions}>
              {letter.questions.map(({ key, text, required }) => (
                <li key={key}>
                  {text} {required && <b>(required)</b>}
                </li>
              ))}
            </ol>
            <Field
              id={ids.file}
              label="Your letter"
              required
              error={problem(ids.file)}
              hint={`PDF, JPEG, PNG or TIFF, up to ${MAX_MB} MB. It is checked for malware.`}
            >
              {(control) => (
                <input
                  {...control}
                  type="file"
                  className={css.file}
                  accept="application/pdf,image/png,image/jpeg,image/tiff"
                  onChange={(event) => setFile(event.target.files?.[0])}
                />
              )}
            </Field>
          </>
        )}
        <TextField
          id={ids.name}
          label="Your name"
          required
          autoComplete="name"
          value={signedBy}
          onChange={setSignedBy}
          error={problem(ids.name)}
          hint={`As you sign. The answer will show: signed by ${signedBy.trim() || 'you'} on ${usDate(letter.today)}.`}
        />
        <div>
          <CheckBox
            id={ids.attested}
            label="I am the prescriber or authorized to act for them, and this information is true."
            checked={attested}
            aria-invalid={problem(ids.attested) ? true : undefined}
            aria-describedby={problem(ids.attested) ? `${ids.attested}-error` : undefined}
            onChange={setAttested}
          />
          {problem(ids.attested) && (
            <p id={`${ids.attested}-error`} className={css.error}>
              {problem(ids.attested)}
            </p>
          )}
        </div>
        <Button type="submit" tone="primary" size="large" busy={form.busy} busyLabel="Sending">
          Send the answer
        </Button>
        <p className={css.small}>
          You can send it once. {brand.name} keeps it with the request, for {opened.carrier} only.
        </p>
      </form>
    </>
  )
}
