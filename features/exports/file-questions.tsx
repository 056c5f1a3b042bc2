import { useState } from 'react'
import type { AnswerOf } from '#platform/calls/contract.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { useUser } from '#platform/browser/use-user.ts'
import { whenWords } from '#platform/dates/words.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { useNow } from '#platform/ui/display/use-now.ts'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { TextArea } from '#platform/ui/form/text-area.tsx'
import { Page } from '#platform/ui/frame/page.tsx'
import { PageTitle } from '#platform/ui/frame/page-title.tsx'
import { NotLoaded } from '#platform/ui/list/not-loaded.tsx'
import { Loading } from '#platform/ui/list/loading.tsx'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { State } from '#platform/ui/list/state.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { exportList } from './contract.ts'
import css from './exports-page.module.css'

/** /accounts/exports/questions: what account managers asked about files the user took. */
export function FileQuestions() {
  const asked = useRead(exportList.questions, {})
  return (
    <Page canvas>
      <div className={css.page}>
        <div className={css.head}>
          <PageTitle title="Questions about files" />
          <p>Account managers ask what a file was for. Your answer is kept with the file.</p>
        </div>
        {asked.error && !asked.data ? (
          <NotLoaded title="The questions could not be loaded" of={asked} />
        ) : (
          <Loading busy={!asked.data} skeleton={<Skeleton width="100%" height={160} />} loaded="Questions loaded.">
            {asked.data?.length === 0 ? (
              <State kind="empty" title="No questions">
                Nobody has asked about your exports.
              </State>
            ) : (
              asked.data?.map((one) => <QuestionCard key={one.questionId} of={one} />)
            )}
          </Loading>
        )}
      </div>
    </Page>
  )
}

function QuestionCard({ of }: { of: AnswerOf<typeof exportList.questions>[number] }) {
  const { person } = useUser()
  const now = useNow()
  const [words, setWords] = useState('')
  const [tried, setTried] = useState(false)
  const answer = useAct(exportList.answer)
  const when = (at: string) => whenWords(at, person.timeZone, now)
  const send = () => {
    setTried(true)
    if (words.trim() === '') return
    answer.mutate(
      { questionId: of.questionId, answer: words },
      { onSuccess: () => toast({ tone: 'success', words: `Your answer was sent to ${of.askedBy}.` }) },
    )
  }
  return (
    <Card title={[of.what, of.about].filter(Boolean).join(', ')} sub={`taken ${when(of.at)}`}>
      <p className={css.asked}>
        <b>{of.askedBy}</b> asked {when(of.askedAt)}: {of.question}
      </p>
      {of.answer === null ? (
        <form
          className={css.answer}
          onSubmit={(event) => {
            event.preventDefault()
            send()
          }}
        >
          {answer.error && <FailedNote failure={answer.error} what="The answer was not sent." />}
          <TextArea
            label="Your answer"
            required
            limit={1000}
            value={words}
            onChange={setWords}
            error={tried && words.trim() === '' ? 'Enter an answer.' : undefined}
          />
          <span>
            <Button tone="primary" type="submit" busy={answer.isPending} busyLabel="Sending">
              Answer
            </Button>
          </span>
        </form>
      ) : (
        <p className={css.asked}>
          <b>You</b> answered {of.answeredAt && when(of.answeredAt)}: {of.answer}
        </p>
      )}
    </Card>
  )
}
