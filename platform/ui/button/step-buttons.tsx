import { IconButton } from './icon-button.tsx'
import { iconChevronDown, iconChevronUp } from './icons.ts'

export type StepButtonsProps = {
  /** Undefined at the first and the last of the list. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** To the request before and after in the list one came from, with their keys. */
export function StepButtons({ onPrevious, onNext }: StepButtonsProps) {
  return (
    <>
      <IconButton
        size="small"
        icon={iconChevronUp}
        label="Previous request"
        keys={['K']}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton
        size="small"
        icon={iconChevronDown}
        label="Next request"
        keys={['J']}
        disabled={!onNext}
        onClick={onNext}
      />
    </>
  )
}
