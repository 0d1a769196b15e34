import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // All routes are known from the first page: no address of the router's own is asked later.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
