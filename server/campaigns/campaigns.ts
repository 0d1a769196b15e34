/** Public face of the campaigns: which run, of which products. How their products look is the catalog's. */
export { type Campaigns, openCampaigns, type RunningCampaign } from './running-campaigns.ts'
export { listCampaigns, removeCampaign } from './queries.ts'
export { saveCampaign, type CampaignWish } from './save-campaign.ts'
