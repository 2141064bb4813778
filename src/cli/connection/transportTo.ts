import type { Transport } from '../../index';
import type { TransportLimits } from '../../transport/TransportLimits';
import type { Io } from '../terminal/Io';
import { nodeTransport } from './nodeTransport';

/** Names of variables from which axios takes a proxy. */
const proxyVariable = /^(npm_config_)?(https?|all)_proxy$/i;

/** Whether a proxy is for this address (`NO_PROXY` has its own rules) is left to axios, which can use one. */
export const transportTo = async (
  baseURL: string,
  env: Io['env'],
  limits: TransportLimits,
): Promise<Transport> => {
  if (!Object.keys(env).some((name) => proxyVariable.test(name) && env[name]))
    return nodeTransport(baseURL, limits);
  // Loaded only here: it takes longer than most walks.
  const { axiosTransport } = await import('../../transport/axiosTransport.js');
  return axiosTransport({ baseURL, ...limits });
};
