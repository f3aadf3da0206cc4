//! The forms in which services write their keys and tokens, and what else a pattern can tell.
//!
//! Each begins with letters of its own, by which [`PatternSet`] passes over texts without them, and ends with all that
//! can belong to it. Letter case is minded.

use super::SecretKind;
use crate::pattern::{NoNames, PatternSet};
use crate::source::Text;
use std::sync::OnceLock;

/// A kind of token.
pub(super) struct Row {
    pub(super) title: &'static str,
    pub(super) kind: SecretKind,
    pattern: &'static str,
    /// What stands before the secret itself in each match, up to and with this character; all is secret without.
    pub(super) after: Option<u8>,
}

const fn token(title: &'static str, pattern: &'static str) -> Row {
    row(SecretKind::ServiceToken, title, pattern, None)
}

const fn row(
    kind: SecretKind,
    title: &'static str,
    pattern: &'static str,
    after: Option<u8>,
) -> Row {
    Row {
        title,
        kind,
        pattern,
        after,
    }
}

pub(super) static ROWS: [Row; 53] = [
    row(
        SecretKind::PrivateKey,
        "Private key",
        r#"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----[^"'-]*(?:-[^"'-]+)*(?:-----END [A-Z0-9 ]{0,50}-----)?"#,
        None,
    ),
    row(
        SecretKind::PrivateKey,
        "age secret key",
        r"\bAGE-SECRET-KEY-1[A-Z0-9]{50,}",
        None,
    ),
    row(
        SecretKind::JsonWebToken,
        "JSON Web Token",
        r"\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}\.[A-Za-z0-9_-]*(?:\.[A-Za-z0-9_-]+){0,2}",
        None,
    ),
    row(
        SecretKind::AddressPassword,
        "Password in an address",
        r#"://[^\s/?#@:"'<>\\]*:[^\s/?#"'<>\\]+(?=@)"#,
        Some(b':'),
    ),
    row(
        SecretKind::Authorization,
        "Bearer token",
        r"\b[Bb]earer +[A-Za-z0-9._~+/-]{16,}=*",
        Some(b' '),
    ),
    row(
        SecretKind::Authorization,
        "Basic credentials",
        r"\b[Bb]asic +[A-Za-z0-9+/]{12,}={0,2}",
        Some(b' '),
    ),
    row(
        SecretKind::Authorization,
        "Password in a command",
        r#"(?:-u|--user)[ =]["']?[A-Za-z][A-Za-z0-9_.@+-]{0,63}:[^\s"':@/]{4,}"#,
        Some(b':'),
    ),
    row(
        SecretKind::AddressPassword,
        "Password in a statement",
        r"(?:IDENTIFIED BY|identified by|PASSWORD|password) +'[^'\s]{3,}",
        Some(b'\''),
    ),
    token(
        "AWS access key id",
        r"\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b",
    ),
    token("Amazon Bedrock API key", r"\bABSK[A-Za-z0-9+/]{100,}={0,2}"),
    token("Anthropic API key", r"\bsk-ant-[A-Za-z0-9_-]{16,}"),
    token(
        "Azure storage or bus key",
        r"\b(?:AccountKey|SharedAccessKey)=[A-Za-z0-9+/]{20,}={0,2}",
    ),
    token(
        "Azure client secret",
        r"\b[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
    ),
    token("Databricks token", r"\bdapi[a-f0-9]{32}(?:-[0-9])?"),
    token("DigitalOcean token", r"\bdo[opr]_v1_[a-f0-9]{64}"),
    token(
        "Discord webhook",
        r"https://(?:[a-z]+\.)?discord(?:app)?\.com/api/webhooks/[0-9]+/[A-Za-z0-9_-]{20,}",
    ),
    token("Docker Hub token", r"\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
    token("GitHub token", r"\bgh[oprsu]_[A-Za-z0-9_]{20,}"),
    token("GitHub token", r"\bgithub_pat_[A-Za-z0-9_]{22,}"),
    token(
        "GitLab token",
        r"\bgl(?:pat|dt|rt|cbt|ptt|ft|soat|imt|oas|agent|ffct)-[A-Za-z0-9_-]{20,}(?:\.[A-Za-z0-9_-]+)*",
    ),
    token("Google API key", r"\bAIza[A-Za-z0-9_-]{35,}"),
    token("Google access token", r"\bya29\.[A-Za-z0-9_-]{20,}"),
    token("Google client secret", r"\bGOCSPX-[A-Za-z0-9_-]{20,}"),
    token("Grafana token", r"\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    token("Grafana token", r"\bglc_[A-Za-z0-9+/]{32,}={0,2}"),
    token("Groq API key", r"\bgsk_[A-Za-z0-9]{40,}"),
    token("HashiCorp Vault token", r"\bhv[bsr]\.[A-Za-z0-9_-]{24,}"),
    token("Hugging Face token", r"\b(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    token("Langfuse secret key", r"\bsk-lf-[a-f0-9-]{36}"),
    token(
        "LangSmith API key",
        r"\blsv2_[a-z]{2}_[a-f0-9]{32}_[a-f0-9]{10}",
    ),
    token("Linear API key", r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    token("Mailchimp API key", r"\b[a-f0-9]{32}-us[0-9]{1,2}\b"),
    token("Mailgun API key", r"\bkey-[a-f0-9]{32}\b"),
    token("New Relic key", r"\bNRAK-[A-Z0-9]{27}"),
    token("Notion token", r"\b(?:ntn|secret)_[A-Za-z0-9]{40,}"),
    token("npm token", r"\bnpm_[A-Za-z0-9]{36,}"),
    token("NVIDIA API key", r"\bnvapi-[A-Za-z0-9_-]{40,}"),
    token("OpenAI API key", r"\bsk-[A-Za-z0-9]{20,}"),
    token(
        "OpenAI API key",
        r"\bsk-(?:proj|svcacct|admin|None)-[A-Za-z0-9_-]{20,}",
    ),
    token("OpenRouter API key", r"\bsk-or-v1-[a-f0-9]{32,}"),
    token("Perplexity API key", r"\bpplx-[A-Za-z0-9]{40,}"),
    token("Postman API key", r"\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    token("PyPI token", r"\bpypi-Ag[A-Za-z0-9_-]{16,}"),
    token("Replicate API token", r"\br8_[A-Za-z0-9]{32,}"),
    token(
        "SendGrid API key",
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    token("Sentry token", r"\bsntry[su]_[A-Za-z0-9+/=_-]{40,}"),
    token("Shopify token", r"\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}"),
    token("Slack token", r"\bx(?:ox[a-z]|app)-[A-Za-z0-9-]{15,}"),
    token(
        "Slack webhook",
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,}",
    ),
    token(
        "Stripe key",
        r"\b(?:[sr]k_(?:live|test)_[A-Za-z0-9]{12,}|whsec_[A-Za-z0-9+/]{20,}=*)",
    ),
    token("Telegram bot token", r"\b[0-9]{8,10}:[A-Za-z0-9_-]{35}\b"),
    token("Twilio key", r"\b(?:SK|AC)[0-9a-f]{32}\b"),
    token("xAI API key", r"\bxai-[A-Za-z0-9]{40,}"),
];

/// The rows' patterns, compiled once. `None` would mean that one of them is not legal, which a test excludes.
pub(super) fn compiled() -> Option<&'static PatternSet> {
    static COMPILED: OnceLock<Option<PatternSet>> = OnceLock::new();
    COMPILED
        .get_or_init(|| {
            let sources: Vec<String> = ROWS
                .iter()
                .map(|row| format!("(?-i:{})", row.pattern))
                .collect();
            PatternSet::compile(
                sources.iter().map(|source| Text::from(source.as_str())),
                &NoNames,
            )
            .ok()
        })
        .as_ref()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_patterns_are_legal() {
        assert!(super::compiled().is_some());
    }
}
