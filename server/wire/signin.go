package wire

// Ways are the ways to sign in that this server offers.
type Ways struct {
	Passkeys bool   `json:"passkeys" doc:"passkeys work at this address"`
	Provider string `json:"provider,omitempty" doc:"name of the host's OpenID provider; left out: there is none"`
	Mail     bool   `json:"mail" doc:"an account can be recovered by e-mail"`
}

// MyWays are the ways in which the caller can sign in.
type MyWays struct {
	Password bool          `json:"password" doc:"there is a password"`
	Passkeys []PasskeyInfo `json:"passkeys"`
	Links    []LinkInfo    `json:"links" doc:"providers that know you"`
	Fresh    bool          `json:"fresh" doc:"you signed in a moment ago by other means than the password; requests that need the password accept an empty one"`
}

// PasskeyInfo is a passkey as its owner sees it.
type PasskeyInfo struct {
	ID      string `json:"id"`
	Name    string `json:"name"`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty" doc:"when you last signed in with it"`
	Synced  bool   `json:"synced,omitempty" doc:"its provider keeps a copy, so that it works on several devices"`
}

// LinkInfo is a provider that knows the caller.
type LinkInfo struct {
	Issuer  string `json:"issuer"`
	Created int64  `json:"created"`
	Used    int64  `json:"used,omitempty"`
}

// PasskeyOptions are what a browser needs to make or to use a passkey.
type PasskeyOptions struct {
	Options string `json:"options" doc:"JSON for PublicKeyCredential.parseCreationOptionsFromJSON, or parseRequestOptionsFromJSON"`
}

// PasskeyAnswer signs in with a passkey.
type PasskeyAnswer struct {
	Credential string `json:"credential" maxLength:"20000" doc:"JSON of the credential, as its toJSON gives it"`
}

// NewPasskey is a passkey that was made.
type NewPasskey struct {
	Name       string `json:"name,omitempty" maxLength:"160" doc:"what you call it, up to 40 characters"`
	Credential string `json:"credential" maxLength:"20000" doc:"JSON of the credential, as its toJSON gives it"`
}

// NameRequest asks for the name of a new account.
type NameRequest struct {
	Name string `json:"name" minLength:"1" maxLength:"80" doc:"3 to 24 letters, digits, - and _; unique without regard to case"`
}

// ProofRequest shows once more who somebody is.
type ProofRequest struct {
	Password string `json:"password,omitempty" maxLength:"800" doc:"left out after a fresh sign-in by other means"`
}

// RemoveRequest takes away a way to sign in.
type RemoveRequest struct {
	ID       string `json:"id" maxLength:"2000" doc:"of the passkey, or the issuer"`
	Password string `json:"password,omitempty" maxLength:"800" doc:"left out after a fresh sign-in by other means"`
}

// ProviderRequest asks to be sent to the host's OpenID provider.
type ProviderRequest struct {
	Link     bool   `json:"link,omitempty" doc:"link the account that you are signed in with; otherwise sign in"`
	Password string `json:"password,omitempty" maxLength:"800" doc:"to link: left out after a fresh sign-in by other means"`
}

// ProviderAddress is where to go.
type ProviderAddress struct {
	URL string `json:"url"`
}

// Newcomer is somebody whom the provider knows and who has no account yet.
type Newcomer struct {
	Name string `json:"name" doc:"a name to suggest; empty: none"`
}

// RecoverRequest asks for an e-mail that lets somebody in again.
type RecoverRequest struct {
	Address string `json:"address" minLength:"3" maxLength:"254" doc:"verified e-mail address of an account"`
}

// RecoverAnswer uses what came by e-mail.
type RecoverAnswer struct {
	Token    string `json:"token" maxLength:"200"`
	Password string `json:"password,omitempty" maxLength:"800" doc:"a new password; left out: the old one stays, for those who make a passkey next"`
}
