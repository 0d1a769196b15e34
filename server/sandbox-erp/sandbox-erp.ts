/** Public face of the sandbox ERP, which the demo and the tests are connected to. No part of the shop depends on it. */
export { serveSandboxErp } from './routes.ts'
export { sandboxLogo } from '#server/sandbox-erp/logo/serve-logo.ts'
export { sandboxMikro } from '#server/sandbox-erp/mikro/serve-mikro.ts'
export { sandboxNetsis } from '#server/sandbox-erp/netsis/serve-netsis.ts'
