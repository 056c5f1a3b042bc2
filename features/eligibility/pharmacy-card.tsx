import { useState } from 'react'
import { cards } from '#features/cards/contract.ts'
import { saveFile } from '#platform/browser/save-file.ts'
import { ask, asFailed } from '#platform/browser/call.ts'
import { useAct, useRead } from '#platform/browser/use-call.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { ActButton } from '#platform/ui/button/act-button.tsx'
import { Card } from '#platform/ui/display/card.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'
import { FailedNote } from '#platform/ui/form/failed-note.tsx'
import { RadioGroup } from '#platform/ui/form/radio-group.tsx'
import { SendButton } from '#platform/ui/form/send-button.tsx'
import { toast } from '#platform/ui/overlay/toasts.ts'
import { usDate } from '#platform/dates/day.ts'
import css from './coverage.module.css'

type Channel = 'MAIL' | 'EMAIL' | 'TEXT' | 'PRINT'
const channels: readonly { value: Channel; label: string }[] = [
  { value: 'EMAIL', label: 'E-mail on file' },
  { value: 'TEXT', label: 'Text message to the mobile on file' },
  { value: 'MAIL', label: 'Mail to the address on file' },
  { value: 'PRINT', label: 'Print it now' },
]
const sent: Readonly<Record<string, string>> = {
  MAIL: 'by mail',
  EMAIL: 'by e-mail',
  TEXT: 'by text',
  PRINT: 'printed',
}

/** The pharmacy card: what a pharmacy types, the PDF, and a new one. */
export function PharmacyCard({
  claimId,
  card,
  covered,
  whyNot,
}: {
  claimId: string
  card: { channel: string; requestedAt: string; requestedBy: string } | null
  covered: boolean
  whyNot: { code: string; message: string } | null
}) {
  const asked = useRead(cards.view, { claimId })
  const [requesting, setRequesting] = useState(false)
  const of = asked.data
  const download = () => {
    if (of)
      saveFile(
        new Blob([Uint8Array.from(atob(of.pdf), (one) => one.codePointAt(0)!)], { type: 'application/pdf' }),
        'Pharmacy card.pdf',
      )
  }
  return (
    <Card
      title="Card"
      acts={
        <ActButton
          never={whyNot?.code === 'UPDATE_BLOCKED'}
          whyNot={covered ? undefined : 'A card needs coverage that is in force today.'}
          size="small"
          onClick={() => setRequesting(true)}
        >
          Request new
        </ActButton>
      }
    >
      {asked.error && !of ? (
        <p className="muted">{asked.error.message}</p>
      ) : of ? (
        <div className={css.list}>
          <div className={css.card}>
            <b>{of.carrier}</b>
            <span>{of.name}</span>
            <dl>
              <dt>Member ID</dt>
              <dd>{of.subscriber}</dd>
              <dt>BIN</dt>
              <dd>{of.bin}</dd>
              <dt>PCN</dt>
              <dd>{of.pcn}</dd>
              <dt>Group</dt>
              <dd>{of.group}</dd>
            </dl>
          </div>
          <span className="muted">
            {card
              ? `Requested ${usDate(card.requestedAt.slice(0, 10))} by ${card.requestedBy}, ${sent[card.channel] ?? ''}`
              : 'No card was requested yet.'}
          </span>
          <Button size="small" onClick={download}>
            Download card
          </Button>
        </div>
      ) : (
        <p className="muted">Loading the card</p>
      )}
      {requesting && <RequestCard claimId={claimId} onClose={() => setRequesting(false)} />}
    </Card>
  )
}

function RequestCard({ claimId, onClose }: { claimId: string; onClose: () => void }) {
  const [channel, setChannel] = useState<Channel>('EMAIL')
  const act = useAct(cards.request)
  const send = async () => {
    try {
      const { sentTo, documentId } = await act.mutateAsync({ claimId, channel })
      if (channel === 'PRINT') {
        const { documents } = await import('#features/documents/contract.ts')
        saveFile(await ask(documents.file, { id: documentId, x: 10 }), 'Pharmacy card.pdf')
      }
      toast({ tone: 'success', words: sentTo === null ? 'The card was made.' : `The card is sent to ${sentTo}.` })
      onClose()
    } catch {
      // Said above the form.
    }
  }
  return (
    <Dialog
      title="Request a new card"
      onClose={onClose}
      onSubmit={() => void send()}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton tone="primary" busy={act.isPending} busyLabel="Requesting">
            Request card
          </SendButton>
        </>
      }
    >
      {act.error && <FailedNote what="No card was made." failure={asFailed(act.error)} />}
      <p>The card before this one is void once the new one is made.</p>
      <RadioGroup legend="How it is sent" value={channel} options={channels} onChange={setChannel} />
    </Dialog>
  )
}
