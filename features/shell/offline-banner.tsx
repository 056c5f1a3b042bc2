import { useQueryClient } from '@tanstack/react-query'
import { useContext, useEffect } from 'react'
import { announce } from '#platform/ui/display/announce.ts'
import { Banner } from '#platform/ui/frame/banner.tsx'
import { UserContext } from '#platform/browser/use-user.ts'
import { useOnline } from '#platform/browser/use-online.ts'
import { dayAndTime } from '#platform/dates/words.ts'

/** Says that there is no connection and how old the data on screen is; disappears by itself. */
export function OfflineBanner() {
  const online = useOnline()
  return online ? null : <Offline />
}

function Offline() {
  const zone = useContext(UserContext)?.person.timeZone
  const read = Math.max(
    ...useQueryClient()
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.dataUpdatedAt),
    0,
  )
  const time = zone !== undefined && read > 0 ? ` is from ${dayAndTime(read, zone).time} and` : ''
  const words = `You are offline. What you see${time} can still be read; nothing can be sent until you are back online.`
  useEffect(() => {
    announce('You are offline.', 'assertive')
    return () => announce('You are back online.')
  }, [])
  return (
    <Banner label="No connection" tone="amber">
      {words}
    </Banner>
  )
}
