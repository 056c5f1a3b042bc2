import { phoneHref } from '#platform/brand.ts'
import { Button } from '#platform/ui/button/button.tsx'
import { Dialog } from '#platform/ui/overlay/dialog.tsx'

type ChatAwayProps = {
  /** The support line of the carrier, or the provider's. */
  phone: string
  onContact: () => void
  onClose: () => void
}

/** What Chat Support shows where no chat service answers. */
export function ChatAway({ phone, onContact, onClose }: ChatAwayProps) {
  return (
    <Dialog
      title="Chat Support"
      size="small"
      onClose={onClose}
      footerStart={
        <Button tone="quiet" onClick={onContact}>
          Contact Us
        </Button>
      }
      footer={
        <Button tone="primary" size="large" data-autofocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <p>
        Chat service is unavailable at this time. We apologize for the inconvenience. Please contact the provider at{' '}
        <a href={phoneHref(phone)}>{phone}</a> for assistance.
      </p>
    </Dialog>
  )
}
