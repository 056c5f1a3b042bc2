import { IconButton } from './icon-button.tsx'
import { iconChevronDown, iconChevronUp } from '../display/icons.ts'

type StepButtonsProps = {
  /** What the list holds, singular: "request". */
  of: string
  /** Undefined at the first and the last entry. */
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** To the entry before and after in the list the user came from, with their keys. */
export function StepButtons({ of, onPrevious, onNext }: StepButtonsProps) {
  return (
    <>
      <IconButton
        size="small"
        icon={iconChevronUp}
        label={`Previous ${of}`}
        keys={['K']}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton
        size="small"
        icon={iconChevronDown}
        label={`Next ${of}`}
        keys={['J']}
        disabled={!onNext}
        onClick={onNext}
      />
    </>
  )
}
