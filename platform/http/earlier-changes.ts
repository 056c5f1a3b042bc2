/** A page that took longer to listen asks for everything again. */
const KEPT_MS = 60_000

/**
 * What changed lately at each carrier. A page is read before its browser listens, and what changes in between is sent to
 * nobody: the stream begins with it. Ages, not times, because no two machines have the same clock.
 */
export function earlierChanges(now: () => number = () => performance.now()) {
  let hearsSince = now()
  const ofCarrier = new Map<string, Map<string, number>>()
  return {
    /** Nothing that changed before now was heard for certain. */
    hearsFromNow(): void {
      hearsSince = now()
      ofCarrier.clear()
    },
    keep(mc: string, topic: string): void {
      const kept = ofCarrier.get(mc) ?? new Map<string, number>()
      ofCarrier.set(mc, kept)
      // The last change of a topic counts, and the oldest comes first.
      kept.delete(topic)
      kept.set(topic, now())
      for (const [old, at] of kept) {
        if (now() - at <= KEPT_MS) break
        kept.delete(old)
      }
    },
    /** Topics with the milliseconds since they changed; `everything` is as old as what is known. */
    of(mc: string): [topic: string, age: number][] {
      const known: [string, number][] = [...(ofCarrier.get(mc) ?? [])].map(([topic, at]) => [topic, now() - at])
      return [['everything', Math.min(now() - hearsSince, KEPT_MS)], ...known.filter(([, age]) => age <= KEPT_MS)]
    },
  }
}
