/** The variable of the environment with the bearer token, where no flag names another. */
export const tokenVariable = 'PAGEWALK_TOKEN';
/** The variable that holds the password of `--auth`. */
export const passwordVariable = 'PAGEWALK_PASSWORD';
/** The variable that holds the secret of `--oauth`. */
export const secretVariable = 'PAGEWALK_CLIENT_SECRET';
