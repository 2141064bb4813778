import { type ApplicationRef, mergeApplicationConfig } from '@angular/core';
import { bootstrapApplication, type BootstrapContext } from '@angular/platform-browser';
import { App } from './app/app';
import { appConfig } from './app/app.config';
import { serverConfig } from './app/app.config.server';

const config = mergeApplicationConfig(appConfig, serverConfig);

const bootstrap = (context: BootstrapContext): Promise<ApplicationRef> => bootstrapApplication(App, config, context);

// The name by which Angular's build looks for it.
export { bootstrap as default };
