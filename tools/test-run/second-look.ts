import { isAttack, isDeterministic, kindOf } from './kinds.ts'

/** So many files may fail once and pass alone, and the run still passes. */
const MAX_FLAKY = 3
/** Of them, so many may be an attack, a race or a crash. */
const MAX_FLAKY_ATTACKS = 1
/** More failing files than this are a broken change, which no second look makes whole. */
const MAX_LOOKS = 12

/** What a look at a file showed: its tests that passed, and the output of each fault. */
export type Look = { file: string; passed: number; faults: readonly string[] }
export type Flaky = { file: string; first: Look; second: Look }
export type Verdict = { failed: readonly Look[]; flaky: readonly Flaky[]; tooManyFlaky: string | undefined }

/** The files that are run once more, alone. */
export function filesToLookAt(looks: readonly Look[]): string[] {
  const failed = looks.filter(({ faults }) => faults.length > 0).map(({ file }) => file)
  return failed.length > MAX_LOOKS ? [] : failed.filter((file) => !isDeterministic(kindOf(file)))
}

/** Whether a run passed: a file that fails twice has failed, one that passes alone is flaky, of which there may be a few. */
export function verdictOf(first: readonly Look[], second: readonly Look[]): Verdict {
  const again = new Map(second.map((look) => [look.file, look]))
  const faulty = first.filter(({ faults }) => faults.length > 0)
  const flaky = faulty.flatMap((look) => {
    const other = again.get(look.file)
    return other?.faults.length === 0 ? [{ file: look.file, first: look, second: other }] : []
  })
  const failed = faulty.filter(({ file }) => flaky.every((one) => one.file !== file))
  const attacks = flaky.filter(({ file }) => isAttack(file))
  const tooManyFlaky =
    flaky.length > MAX_FLAKY
      ? `${flaky.length} files were flaky, ${MAX_FLAKY} may be`
      : attacks.length > MAX_FLAKY_ATTACKS
        ? `${attacks.length} attacks, races or crashes were flaky, ${MAX_FLAKY_ATTACKS} may be`
        : undefined
  const attacksFirst = [...attacks, ...flaky.filter((one) => !attacks.includes(one))]
  return { failed, flaky: attacksFirst, tooManyFlaky }
}
