import { useRef, useState } from 'react'
import { newAuthorization } from '#features/new-authorization/contract.ts'
import { useAct } from '#platform/browser/use-call.ts'
import type { AnswerOf } from '#platform/calls/contract.ts'
import type { StepProps } from './step-props.ts'
import { valuesOf } from './typed.ts'

type Built = AnswerOf<typeof newAuthorization.build>
type Trial = AnswerOf<typeof newAuthorization.trial>

/** The drafts of requests this page prepared, by what was said of them: going back and forth prepares none twice. */
const prepared = new Map<string, { built: Built; medication: string }>()
/** Digits of an NDC that name the product; the rest is the package. */
const PRODUCT_DIGITS = 9

/** Prepares the request as a draft of its maker, and runs it dry as if it were approved like this. */
export function usePrepared({ profile, typed, today }: StepProps) {
  const build = useAct(newAuthorization.build)
  const changeMedication = useAct(newAuthorization.changeMedication)
  const tryOut = useAct(newAuthorization.trial)
  const [built, setBuilt] = useState<Built>()
  const [trial, setTrial] = useState<Trial>()
  const running = useRef(false)

  const run = async (): Promise<void> => {
    if (running.current) return
    running.current = true
    try {
      const { claimId } = profile.patient
      const { originCode, arrival, quantity, days, start, end, level, fills } = valuesOf(typed, today)
      const ndc = typed.drug!.id
      const of = {
        stratusClaimId: claimId,
        originCode,
        ...arrival,
        ...(typed.pharmacy && { pharmacyNabp: typed.pharmacy.id }),
        ...(typed.prescriber && { prescriberId: typed.prescriber.id }),
      }
      const medication = {
        ndc,
        quantity: quantity!,
        daysSupply: days!,
        effectiveDate: start!,
        authExpirationDate: end!,
        drugLevel: level,
      }
      const key = JSON.stringify([of, ndc.slice(0, PRODUCT_DIGITS)])
      const wanted = JSON.stringify(medication)
      const before = prepared.get(key)
      const next =
        before === undefined
          ? await build.mutateAsync({ ...of, ...medication })
          : before.medication === wanted
            ? before.built
            : {
                ...before.built,
                ...(await changeMedication.mutateAsync({
                  id: before.built.authorizationId,
                  version: before.built.version,
                  ...medication,
                })),
              }
      prepared.set(key, { built: next, medication: wanted })
      setBuilt(next)
      const day = start! < today ? start! : today
      setTrial(
        await tryOut.mutateAsync({
          claimId,
          ndc,
          quantity: quantity!,
          daysSupply: days!,
          fillDate: day,
          ...(typed.pharmacy && { pharmacyNabp: typed.pharmacy.id }),
          assumePriorAuth: {
            // The engine looks at no day to come: it is tried as if it began today.
            startDate: day,
            endDate: end! < day ? day : end!,
            drugLevel: level,
            oneTimeFill: typed.oneTime,
            overrideAll: false,
            safetyIncluded: next.rejects.some((one) => one.safety && one.canCallerOverride),
            codes: next.rejects.filter((one) => one.canCallerOverride).map((one) => one.rejectCode),
            findings: next.rejects
              .filter((one) => one.safety && one.canCallerOverride)
              .map((one) => one.finding ?? one.rejectCode),
            maxFills: typed.oneTime ? 1 : (fills ?? null),
            maxDays: days!,
            maxQty: quantity!,
          },
        }),
      )
    } finally {
      running.current = false
    }
  }
  return { built, trial, run, busy: build.isPending || changeMedication.isPending || tryOut.isPending }
}
