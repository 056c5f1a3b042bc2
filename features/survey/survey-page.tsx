import { useId, useState } from 'react'
import { usDate } from '#platform/dates/day.ts'
import { dateIn } from '#platform/dates/zone.ts'
import { ask } from '#platform/browser/call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ErrorSummary } from '#platform/ui/form/error-summary.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { Frame } from '#platform/ui/frame/frame.tsx'
import { HeaderOut } from '#platform/ui/frame/header-out.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { focusNextTitle } from '#platform/browser/page-focus.ts'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { useLeaveQuestion } from '#platform/ui/overlay/use-leave-question.ts'
import { useFormSend } from '#platform/browser/use-form-send.ts'
import { useLinkCode } from '#platform/browser/use-link-code.ts'
import { surveys, type Opened, type Question } from './contract.ts'
import { MOST_COMMENT, optionWords } from './rules.ts'
import css from './survey-page.module.css'

/** /survey: a contact rates the help they got, with the link of the e-mail and without an account. */
export function SurveyPage() {
  const { code, opened, failure, busy, open } = useLinkCode((token) => ask(surveys.open, { token }))
  const [done, setDone] = useState(false)
  const unknown = code === '' || failure?.code === 'NOT_FOUND'
  return (
    <Frame header={<HeaderOut />}>
      <Page as="reading" className={css.page ?? ''}>
        <Loading busy={busy && !opened && !failure} skeleton={<Waiting />}>
          {done && opened ? (
            <Said title="Thank you. Your answers were sent" short="Answers sent">
              {opened.carrier} reads them. You can close this page. Questions: {opened.phone}.
            </Said>
          ) : opened?.state === 'ANSWERED' ? (
            <Said title="This survey was answered already" short="Survey answered">
              {opened.carrier} has your answers since {dayOf(opened.completedAt!)}. No further action is needed.
            </Said>
          ) : opened?.state === 'EXPIRED' ? (
            <Said title="This link has expired" short="Link expired">
              It worked until {dayOf(opened.expiresAt!)}. If you still want to say something, call {opened.carrier}:{' '}
              {opened.phone}.
            </Said>
          ) : opened ? (
            <Form opened={opened} code={code} onDone={() => (focusNextTitle(), setDone(true))} />
          ) : unknown ? (
            <Said title="This survey link isn’t valid" short="Survey not found">
              Open it again from the e-mail.
            </Said>
          ) : failure ? (
            <>
              <PageTitle title="Survey" focus failed>
                How did we do?
              </PageTitle>
              <FailedNote failure={failure} what="The survey could not be opened." />
              <p>
                <Button onClick={open} busy={busy} busyLabel="Opening">
                  Try again
                </Button>
              </p>
            </>
          ) : null}
        </Loading>
      </Page>
    </Frame>
  )
}

const dayOf = (instant: string): string =>
  usDate(dateIn(Date.parse(instant), Intl.DateTimeFormat().resolvedOptions().timeZone))

const Waiting = () => (
  <div className={css.form}>
    <PageTitle title="Survey">How did we do?</PageTitle>
    <Skeleton width="80%" />
    <Skeleton width="60%" />
    <Skeleton width="70%" />
  </div>
)

function Said({ title, short, children }: { title: string; short: string; children: React.ReactNode }) {
  return (
    <>
      <PageTitle title={short} focus>
        {title}
      </PageTitle>
      <p className={css.lead}>{children}</p>
    </>
  )
}

function Form({ opened, code, onDone }: { opened: Opened; code: string; onDone: () => void }) {
  const { questions } = opened
  const [answers, setAnswers] = useState<Readonly<Record<number, string>>>({})
  const base = useId()
  const idOf = (order: number) => `${base}-q${order}`
  const answerTo = (order: number) => answers[order]?.trim() ?? ''

  useLeaveQuestion(answerTo(3) !== '')

  const problemOf = ({ order, required, type }: Question): string | undefined => {
    const answer = answerTo(order)
    if (required && answer === '') return type === 'TEXT' ? 'Answer this question.' : 'Choose an answer.'
    // The server counts UTF-16 units too.
    return type === 'TEXT' && answer.length > MOST_COMMENT
      ? `Write ${MOST_COMMENT.toLocaleString('en-US')} characters at most.`
      : undefined
  }
  const form = useFormSend({
    whatIsWrong: () =>
      questions.flatMap((question) => {
        const message = problemOf(question)
        return message === undefined ? [] : [{ id: idOf(question.order), message }]
      }),
    send: async () => {
      await ask(surveys.submit, {
        claimContactNoteId: opened.claimContactNoteId,
        token: code,
        surveyQuestionId: questions[0]!.surveyQuestionId,
        question1Response: Number(answerTo(1)),
        question2Response: answerTo(2) === '' ? null : answerTo(2) === 'YES' ? 'YES' : 'NO',
        question3Response: answerTo(3) || null,
      })
      onDone()
    },
    idOf: (path) => {
      const order = /^question(\d)Response$/.exec(path)?.[1]
      return order === undefined ? undefined : idOf(Number(order))
    },
  })

  return (
    <>
      <PageTitle title="Survey" focus failed={form.problems.length > 0}>
        How did we do?
      </PageTitle>
      <p className={css.lead}>You were in touch with {opened.carrier}. Three questions, about a minute.</p>
      <form noValidate className={css.form} onSubmit={form.onSubmit}>
        <ErrorSummary key={form.tries} errors={form.problems} />
        {form.failure && <FailedNote failure={form.failure} what="Your answers were not sent." />}
        {questions.map((question) => (
          <QuestionField
            key={question.surveyQuestionId}
            id={idOf(question.order)}
            question={question}
            value={answers[question.order] ?? ''}
            error={form.problemOf(idOf(question.order))}
            onChange={(to) => setAnswers({ ...answers, [question.order]: to })}
          />
        ))}
        <Button type="submit" tone="primary" size="large" busy={form.busy} busyLabel="Sending">
          Send the answers
        </Button>
        <p className={css.small}>
          You can send them once. Please write nothing about your health: {opened.carrier} knows which contact it was.
        </p>
      </form>
    </>
  )
}

type QuestionFieldProps = {
  id: string
  question: Question
  value: string
  error: string | undefined
  onChange: (to: string) => void
}
function QuestionField({ id, question, value, error, onChange }: QuestionFieldProps) {
  const { text, type, required, options } = question
  if (type === 'TEXT')
    return (
      <TextArea
        id={id}
        label={text}
        required={required}
        rows={4}
        limit={MOST_COMMENT}
        value={value}
        error={error}
        onChange={onChange}
      />
    )
  return (
    <div id={id} tabIndex={-1} className={css.asked}>
      <RadioGroup
        legend={text}
        required={required}
        options={options.map((option) => ({ value: option, label: optionWords[option] ?? option }))}
        value={value === '' ? undefined : value}
        {...(error !== undefined && { error })}
        onChange={onChange}
      />
    </div>
  )
}
