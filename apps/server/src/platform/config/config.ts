/** The settings of an installation, read from the environment once, and what they may not say together. */
export { equalTexts, type Limit, limitsOf, type Post, postLimits } from './limits.ts';
export { isFromThisMachine, isLocalDemo, isLoopback, isPublic, refuseOtherHosts } from './loopback.ts';
export { isWithin, networkOf, roughNetworkOf } from './networks.ts';
export { type ClamdAddress, type Config, forgetOwner, readConfig, type S3Settings } from './read-config.ts';
