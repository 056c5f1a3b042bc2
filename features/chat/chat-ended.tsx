import { useState } from 'react'
import { ask, asFailed } from '#platform/browser/call.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { iconExport } from '#platform/ui/display/icons.ts'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { askChat } from './ask-chat.ts'
import css from './chat.module.css'
import { chat } from './contract.ts'
import { ratingWords } from './labels.ts'
import { ratings, type Rating } from './limits.ts'

/** Saves a chat as a text file. */
export async function saveTranscript(chatId: string): Promise<void> {
  try {
    saveFile(await ask(chat.transcript, { chatId }))
  } catch (error) {
    toast({
      tone: 'error',
      words: 'The transcript was not saved.',
      detail: asFailed(error).said || 'Please try again.',
    })
  }
}

/** Under a conversation that has ended: whether it helped, its text as a file, and the way to a new one. */
export function ChatEnded({ chatId, onStartNew }: { chatId: string; onStartNew: () => void }) {
  const [rating, setRating] = useState<Rating>()
  const [busy, setBusy] = useState(false)
  const rate = async (to: Rating) => {
    const before = rating
    setRating(to)
    try {
      await askChat(chat.rate, { chatId, rating: to })
    } catch (error) {
      setRating(before)
      toast({ tone: 'error', words: 'Your answer was not saved.', detail: asFailed(error).said || 'Please try again.' })
    }
  }
  return (
    <div className={css.foot}>
      <p className={css.ended}>The conversation has ended.</p>
      <fieldset className={css.rating}>
        <legend>Did you get what you needed?</legend>
        {ratings.map((one) => (
          <Button key={one} size="small" aria-pressed={rating === one} onClick={() => void rate(one)}>
            {ratingWords[one]}
          </Button>
        ))}
      </fieldset>
      <p className={css.thanks} role="status">
        {rating === undefined ? '' : 'Thank you. Support sees your answer.'}
      </p>
      <Button tone="primary" size="large" block onClick={onStartNew}>
        Start New Chat
      </Button>
      <Button
        tone="quiet"
        block
        icon={iconExport}
        busy={busy}
        busyLabel="Saving"
        onClick={() => {
          setBusy(true)
          void saveTranscript(chatId).finally(() => setBusy(false))
        }}
      >
        Save transcript
      </Button>
    </div>
  )
}
