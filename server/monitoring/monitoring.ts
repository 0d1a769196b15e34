/** Public face of monitoring: what administrators watch — searches, who is online, carts. */
export { openMonitoringChannel } from './channel.ts'
export { registerMonitoring } from './routes.ts'
