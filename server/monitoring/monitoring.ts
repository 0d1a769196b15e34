/** Public face of monitoring: searches, online users and carts, for administrators. */
export { openMonitoringChannel } from './channel.ts'
export { registerMonitoring } from './routes.ts'
