import { Suspense, useId, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { lazyPart } from '#platform/browser/load-part.ts'
import type { Drug } from '#features/drugs/contract.ts'
import type { Pharmacy } from '#features/pharmacies/contract.ts'
import type { Practitioner } from '#features/practitioners/contract.ts'
import { IconButton } from '#platform/ui/button/icon-button.tsx'
import { iconClose } from '#platform/ui/display/icons.ts'
import { Skeleton } from '#platform/ui/list/skeleton.tsx'
import { useModal } from '#platform/ui/overlay/use-modal.ts'
import css from './directory.module.css'

const DrugSearch = lazyPart(() => import('./drugs.tsx').then((it) => it.DrugSearch))
const PharmacySearch = lazyPart(() => import('./pharmacies.tsx').then((it) => it.PharmacySearch))
const PractitionerSearch = lazyPart(() => import('./practitioners.tsx').then((it) => it.PractitionerSearch))

type ChooseProps<T> = {
  /** Whose form it is for; the dialog and its button name them. */
  patient: string
  /** A name to begin the search with. */
  text?: string | undefined
  onChoose: (one: T) => void
  onClose: () => void
}

/** The drug directory over a form: a row's Enter, or the button beside it, puts the drug into the form. */
export function ChooseDrug({
  patient,
  text,
  subCarrier,
  onChoose,
  onClose,
}: ChooseProps<Drug> & {
  /** Whose drug list is shown. */
  subCarrier?: string | undefined
}) {
  return (
    <Choose title="Choose a drug" patient={patient} onClose={onClose}>
      <DrugSearch text={text} subCarrier={subCarrier} choice={{ words: 'Use this drug', choose: onChoose }} />
    </Choose>
  )
}

/** The pharmacy directory over a form. */
export function ChoosePharmacy({ patient, text, onChoose, onClose }: ChooseProps<Pharmacy>) {
  return (
    <Choose title="Choose a pharmacy" patient={patient} onClose={onClose}>
      <PharmacySearch text={text} choice={{ words: 'Use this pharmacy', choose: onChoose }} />
    </Choose>
  )
}

/** The directory of prescribers over a form. @public */
export function ChoosePrescriber({ patient, text, onChoose, onClose }: ChooseProps<Practitioner>) {
  return (
    <Choose title="Choose a prescriber" patient={patient} onClose={onClose}>
      <PractitionerSearch text={text} choice={{ words: 'Use this prescriber', choose: onChoose }} />
    </Choose>
  )
}

function Choose({
  title,
  patient,
  onClose,
  children,
}: {
  title: string
  patient: string
  onClose: () => void
  children: ReactNode
}) {
  const id = useId()
  const { body, dialogProps } = useModal(onClose)
  // Outside the form it chooses for: a form within a form would send the outer one.
  return createPortal(
    <dialog {...dialogProps} aria-labelledby={id} className={css.dialog} onSubmit={(event) => event.stopPropagation()}>
      <div className={css.dialogHead}>
        <h2 id={id}>
          {title} <span className="muted">for {patient}</span>
        </h2>
        <span className="grow" />
        <IconButton icon={iconClose} label="Close" plain onClick={onClose} />
      </div>
      <div ref={body} className={css.dialogBody}>
        <Suspense fallback={<Skeleton width="100%" height={320} />}>{children}</Suspense>
      </div>
    </dialog>,
    document.body,
  )
}
